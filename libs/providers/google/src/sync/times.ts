import { ianaName, parseDate, timeAt, toIso, toLocal, type EventTime, isUtc } from '@kalends/icalendar';
import type { GoogleTime } from './resources.js';

/** Epoch ms of an RFC 3339 time; undefined if it is not one. */
function instantIn(text: string | null | undefined): number | undefined {
  const ms = text ? new Date(text).getTime() : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** UTC, whole seconds. */
export const stampOf = (text: string | undefined): string | undefined => {
  const ms = instantIn(text);
  return ms === undefined ? undefined : toIso(ms);
};

export function zoneOf(time: GoogleTime | undefined, fallback: string): string {
  const name = ianaName(time?.timeZone ?? fallback) ?? 'Etc/UTC';
  return isUtc(name) ? 'Etc/UTC' : name;
}

/** An event time as Google returns it, in its own zone or the calendar's; undefined if it is not one. */
export function timeIn(time: GoogleTime | undefined, calendarZone: string, zone?: string): EventTime | undefined {
  if (time?.date) return parseDate(time.date) === null ? undefined : { date: time.date };
  const ms = instantIn(time?.dateTime);
  if (ms === undefined) return undefined;
  const tzid = zone ?? zoneOf(time, calendarZone);
  return timeAt(tzid, ms);
}

/** The start of a series: always in its zone, whose clock its rules follow. */
export function seriesStartIn(time: GoogleTime | undefined, calendarZone: string): EventTime | undefined {
  const ms = instantIn(time?.dateTime);
  if (time?.date || ms === undefined) return timeIn(time, calendarZone);
  const tzid = zoneOf(time, calendarZone);
  return { local: toLocal(tzid, ms), tzid };
}

/**
 * A time in the form that Google accepts; the other form is null, since a patch merges. A floating time is read in the
 * calendar's zone.
 */
export function googleTime(time: EventTime, calendarZone: string): GoogleTime {
  if ('date' in time) return { date: time.date, dateTime: null, timeZone: null };
  return { date: null, dateTime: time.local, timeZone: time.tzid ?? calendarZone };
}
