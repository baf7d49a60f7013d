import { type UpsertEventBody } from '@kalends/public-api';
import { type EventTime, momentMs, parseDate, parseLocal, type Recurrence, timeAt } from '@kalends/icalendar';
import { ruleText } from './rule-text.js';

type Written = Pick<UpsertEventBody, 'start' | 'tzid' | 'recurrence'>;

const utc = 'Etc/UTC';

/**
 * A time of a request as a wall clock reading in its zone: the one that it names, or the event's `tzid`; in UTC if an instant
 * is in the second pass of a repeated hour. With `isInstantKept` also the instant, if the request states one, which stays when the
 * rules of the zone change (EVT-44).
 */
export function timeOf(
  value: Written['start'],
  tzid: string | null | undefined,
  { isInstantKept = false } = {},
): EventTime {
  if (typeof value === 'string' && parseDate(value) !== null) return { date: value };
  const [text, zone] = typeof value === 'string' ? [value, tzid ?? utc] : [value.time, value.tzid];
  const ms = momentMs(text, zone)!;
  const time = timeAt(zone, ms);
  return isInstantKept && zone !== utc && parseLocal(text) === null ? { ...time, instant: ms } : time;
}

/**
 * An EXDATE has the value type of DTSTART (RFC 5545 §3.8.5.1): a date means that day's instance, a time in an all-day series
 * its day.
 */
function exceptionOf(exception: EventTime, start: EventTime): EventTime {
  if ('date' in start) return 'date' in exception ? exception : { date: exception.local.slice(0, 10) };
  return 'date' in exception ? { local: `${exception.date}${start.local.slice(10)}`, tzid: start.tzid } : exception;
}

/** The RFC 5545 §3.8.5 form of a request's recurrence; undefined if the request omits it, null if it removes it. */
export function recurrenceOf({ recurrence, start, tzid }: Written): Recurrence | null | undefined {
  if (!recurrence) return recurrence;
  if (recurrence.rules.length === 0) return null;
  const first = timeOf(start, tzid);
  return {
    rrules: recurrence.rules.map((rule) => ruleText(rule, first)),
    rdates: [],
    exdates: (recurrence.exceptions ?? []).map((exception) => exceptionOf(timeOf(exception, tzid), first)),
  };
}
