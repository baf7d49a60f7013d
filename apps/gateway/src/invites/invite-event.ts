import type { InvitedEvent } from '@kalends/contracts';
import type { EventComponent } from '@kalends/icalendar';
import { timeOf } from '../events/times.js';

function locationOf({ location }: InvitedEvent): EventComponent['location'] {
  const filled = Object.entries(location ?? {}).filter(([, value]) => value);
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** The event in the invite's text; without TRANSP an all-day event is transparent, a timed one opaque (EVT-14). */
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
