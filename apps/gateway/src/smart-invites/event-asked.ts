import { instantMs, type InvitedEvent } from '@kalends/contracts';
import { parseDate, toLocal, type EventComponent, type EventTime, type Recurrence } from '@kalends/icalendar';
import { ruleText } from './rule-text.js';

const utc = 'Etc/UTC';

function timeOf(value: InvitedEvent['start'], tzid: string | null | undefined): EventTime {
  if (typeof value === 'string' && parseDate(value) !== null) return { date: value };
  const [text, zone] = typeof value === 'string' ? [value, tzid ?? utc] : [value.time, value.tzid];
  return { local: toLocal(zone, instantMs(text)!), tzid: zone };
}

function locationOf({ location }: InvitedEvent): EventComponent['location'] {
  const filled = Object.entries(location ?? {}).filter(([, value]) => value);
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** What the invite's text is to say of the event; without TRANSP a day is transparent, a time opaque (decision 9). */
export function componentOf(event: InvitedEvent): EventComponent {
  const start = timeOf(event.start, event.tzid);
  const location = locationOf(event);
  return {
    summary: event.summary,
    ...(event.description && { description: event.description }),
    start,
    end: timeOf(event.end, event.tzid),
    ...(location && { location }),
    status: 'confirmed',
    transparency: event.transparency ?? ('date' in start ? 'transparent' : 'opaque'),
    ...(event.url && { url: event.url }),
    ...(event.color && { color: event.color }),
    ...(typeof event.event_private === 'boolean' && { event_private: event.event_private }),
    ...(event.reminders && { reminders: event.reminders.map(({ minutes }) => minutes) }),
  };
}

/** RFC 5545 §3.8.5; undefined for an event that does not recur. */
export function recurrenceOf({ recurrence, start, tzid }: InvitedEvent): Recurrence | undefined {
  if (!recurrence) return undefined;
  const first = timeOf(start, tzid);
  return {
    rrules: recurrence.rules.map((rule) => ruleText(rule, first)),
    rdates: [],
    exdates: (recurrence.exceptions ?? []).map((exception) => timeOf(exception, tzid)),
  };
}
