import { isTimeZone, toInstant } from '@kalends/icalendar';
import type { EventDateTime } from '../model.js';

/** Epoch ms of an RFC 3339 time, or of one without an offset in `zone`; undefined if it is neither. */
export function instantOf(text: string, zone: string): number | undefined {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) {
    const parsed = new Date(text).getTime();
    return Number.isNaN(parsed) ? undefined : parsed;
  }
  const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?/.exec(text)?.[0];
  return local === undefined ? undefined : toInstant(zone, local.length === 16 ? `${local}:00` : local);
}

/** Epoch ms of an event's time; a date is its UTC midnight. */
export function startOf(time: EventDateTime | undefined, calendarZone: string): number | undefined {
  if (time?.date !== undefined) return instantOf(`${time.date}T00:00:00Z`, 'UTC');
  if (time?.dateTime === undefined) return undefined;
  return instantOf(time.dateTime, time.timeZone ?? calendarZone);
}

/** Whether Google accepts a time: a date, or a time with an offset or a zone. */
export function isTime(value: unknown): value is EventDateTime {
  if (typeof value !== 'object' || value === null) return false;
  const { date, dateTime, timeZone } = value as EventDateTime;
  if (timeZone !== undefined && timeZone !== null && !isTimeZone(timeZone)) return false;
  if (date) return /^\d{4}-\d{2}-\d{2}$/.test(date);
  return typeof dateTime === 'string' && instantOf(dateTime, timeZone ?? 'UTC') !== undefined;
}

/** `20261208T100000Z` or `20261208`: the suffix of an instance's id after its series' id. */
export function instanceSuffix(time: EventDateTime, calendarZone: string): string {
  if (time.date !== undefined) return time.date.replaceAll('-', '');
  const iso = new Date(startOf(time, calendarZone)!).toISOString();
  return `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`;
}
