import {
  addDays,
  parseDate,
  resolveTimeZone,
  timeAt,
  toInstant,
  toIso,
  toLocal,
  isUtc,
  type EventTime,
} from '@kalends/icalendar';
import type { DateTimeTimeZone } from '@microsoft/microsoft-graph-types';
import type { GraphEvent } from './resources.js';

/**
 * The IANA zone of a name that Microsoft uses: a Windows name, an IANA name, or `tzone://Microsoft/Utc`; undefined for a
 * zone that only its event defines (`tzone://Microsoft/Custom`) and for an unknown name.
 */
export function zoneNamed(name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  if (/^tzone:\/\/microsoft\/utc$/i.test(name)) return 'Etc/UTC';
  const zone = /^tzone:/i.test(name) ? null : resolveTimeZone(name);
  return zone === null ? undefined : isUtc(zone) ? 'Etc/UTC' : zone;
}

/** The zone of an event's times, in which its recurrence is; undefined if Microsoft does not name one. */
export const zoneOf = ({ originalStartTimeZone, recurrence }: GraphEvent): string | undefined =>
  zoneNamed(originalStartTimeZone) ?? zoneNamed(recurrence?.range.recurrenceTimeZone);

const local = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?Z?$/;

function localIn(dateTime: string | null | undefined): { date: string; local: string } | undefined {
  const [, date, clock] = local.exec(dateTime ?? '') ?? [];
  return date !== undefined && parseDate(date) !== null ? { date, local: `${date}T${clock}` } : undefined;
}

/** Epoch ms of a time of Graph; undefined if it is unreadable. */
export function instantOf({ dateTime, timeZone }: { dateTime?: string; timeZone?: string | null }): number | undefined {
  const read = localIn(dateTime);
  return read && toInstant(zoneNamed(timeZone) ?? 'Etc/UTC', read.local);
}

/** Epoch ms of an ISO instant of Graph, as `createdDateTime` is. */
export const stampMs = (text: string | null | undefined): number | undefined =>
  instantOf({ ...(text ? { dateTime: text } : {}) });

/** UTC, whole seconds. */
export function stampOf(text: string | null | undefined): string | undefined {
  const ms = stampMs(text);
  return ms === undefined ? undefined : toIso(ms);
}

export interface Times {
  start: EventTime;
  end: EventTime;
}

/**
 * Start and end of an event, in the zone in which its author sees them. The days of an all-day event are those that
 * Graph names: their midnights are in no zone. Undefined if they are unreadable.
 */
export function timesOf(event: GraphEvent, calendarZone: string): Times | undefined {
  if (event.isAllDay) {
    const [start, end] = [localIn(event.start.dateTime)?.date, localIn(event.end.dateTime)?.date];
    if (start === undefined) return undefined;
    return { start: { date: start }, end: { date: end !== undefined && end > start ? end : addDays(start, 1) } };
  }
  const [start, end] = [instantOf(asPlain(event.start)), instantOf(asPlain(event.end))];
  if (start === undefined || end === undefined) return undefined;
  const zone = zoneOf(event) ?? calendarZone;
  const endZone = zoneNamed(event.originalEndTimeZone) ?? zone;
  // the clock of a series' start is the one that its rule follows
  const first = event.recurrence ? { local: toLocal(zone, start), tzid: zone } : timeAt(zone, start);
  return { start: first, end: timeAt(endZone, end) };
}

const asPlain = ({ dateTime, timeZone }: GraphEvent['start']) => ({ dateTime, timeZone: timeZone ?? null });

/** The time of a series on one of its dates: the clock of its start, or the day itself. */
export const onDate = (start: EventTime, date: string): EventTime =>
  'date' in start ? { date } : { local: `${date}T${start.local.slice(11)}`, tzid: start.tzid };

/** The date of a time in its own zone. */
export const dateOf = (time: EventTime): string => ('date' in time ? time.date : time.local.slice(0, 10));

/** A time as Graph accepts it; a floating one is read in the calendar's zone, a day in no zone. */
export const graphTime = (time: EventTime, calendarZone: string): DateTimeTimeZone =>
  'date' in time
    ? { dateTime: `${time.date}T00:00:00`, timeZone: 'UTC' }
    : { dateTime: time.local, timeZone: nameOf(time.tzid ?? calendarZone) };

const nameOf = (tzid: string): string => (isUtc(tzid) ? 'UTC' : tzid);
