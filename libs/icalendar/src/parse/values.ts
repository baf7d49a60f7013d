import { EventTime } from '../model.js';
import { DAY, HOUR, MINUTE, SECOND, dateString, dayOfDate, wallOf, wallString } from '../time/civil.js';
import { isRealDay } from '../time/dates.js';
import { ZoneContext, isAllDay, timedAt, zoneFor } from '../zones/event-time.js';
import { tableInstant } from '../zones/table.js';

/** Maps a TZID as written to the model's name, `null` for a floating time. */
export type ResolveTzid = (tzid: string | undefined) => string | null;

/** `T::` and a missing second are the result of ical.js for a date without VALUE=DATE and a time without seconds. */
const TIME = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(?:::|(\d{2}):?(\d{2}):?(\d{2})?(Z?)))?$/;

/** A DATE or DATE-TIME value (iCalendar or jCal form), `null` if it is not one. Second 60 is read as 59 (§3.3.12). */
export function eventTime(value: unknown, tzid: string | undefined, resolve: ResolveTzid): EventTime | null {
  const m = typeof value === 'string' ? TIME.exec(value) : null;
  if (!m || !isRealDay(+m[1]!, +m[2]!, +m[3]!)) return null;
  const date = `${m[1]}-${m[2]}-${m[3]}`;
  if (m[4] === undefined) return { date };
  const second = m[6] ?? '00';
  if (+m[4] > 23 || +m[5]! > 59 || +second > 60) return null;
  const local = `${date}T${m[4]}:${m[5]}:${second === '60' ? '59' : second}`;
  return { local, tzid: m[7] === 'Z' ? 'Etc/UTC' : resolve(tzid) };
}

/** RFC 5545 §3.3.6, with nominal days separate from the exact rest. `sign` is 1 or -1. */
export interface Duration {
  sign: number;
  days: number;
  ms: number;
}

export function parseDuration(value: unknown): Duration | null {
  if (typeof value !== 'string') return null;
  const m = /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(value);
  if (!m || value.length < 3) return null;
  const days = +(m[2] ?? 0) * 7 + +(m[3] ?? 0);
  const ms = +(m[4] ?? 0) * HOUR + +(m[5] ?? 0) * MINUTE + +(m[6] ?? 0) * SECOND;
  return { sign: m[1] === '-' ? -1 : 1, days, ms };
}

/** `start` plus a duration: calendar days, then the exact rest. A negative duration counts as none. */
export function addDuration(start: EventTime, duration: Duration, context: ZoneContext): EventTime {
  const { days, ms } = duration.sign > 0 ? duration : { days: 0, ms: 0 };
  if (isAllDay(start)) {
    return { date: dateString(dayOfDate(start.date) + Math.max(1, days + Math.ceil(ms / DAY))) };
  }
  const wall = wallOf(start.local) + days * DAY;
  if (ms === 0) return { local: wallString(wall), tzid: start.tzid };
  const table = zoneFor(start.tzid, context);
  return timedAt(tableInstant(table, wall) + ms, start.tzid, table);
}

/** UTC ISO text, whole seconds, of a DATE-TIME property; local and floating ones are read as UTC. */
export function utcStamp(value: unknown): string | undefined {
  const time = eventTime(
    typeof value === 'string' ? value.replace(/^0000-00-00/, '0000-01-01') : value,
    undefined,
    () => null,
  );
  if (!time) return undefined;
  return isAllDay(time) ? `${time.date}T00:00:00Z` : `${time.local}Z`;
}
