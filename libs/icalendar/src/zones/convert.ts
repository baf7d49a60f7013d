import { EpochMs, EventTime, LocalDate, LocalDateTime } from '../model.js';
import {
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  dateString,
  dayOfDate,
  timeString,
  pad2,
  wallOf,
  wallString,
} from '../time/civil.js';
import { instantMs, parseLocal } from '../time/instants.js';
import { timedAt } from './event-time.js';
import { ianaTable } from './iana.js';
import { ZoneTable, tableInstant, tableOffsetAt } from './table.js';

/** An IANA name or the table of a zone that an object defines itself. */
export type Zone = string | ZoneTable;

/** The zone's table. Throws RangeError for an invalid name: check with `isTimeZone` at the boundary. */
function tableOf(zone: Zone): ZoneTable {
  if (typeof zone !== 'string') return zone;
  const table = ianaTable(zone);
  if (!table) throw new RangeError(`unknown time zone: ${zone}`);
  return table;
}

/** Seconds east of UTC in force in `zone` at an instant. */
export const offsetAt = (zone: Zone, ms: EpochMs): number => tableOffsetAt(tableOf(zone), ms);

/**
 * The instant of a wall clock reading. A reading inside a DST gap uses the offset before the gap, a reading that occurs
 * twice is the first of the two (RFC 5545 §3.3.5).
 */
export const toInstant = (zone: Zone, local: LocalDateTime): EpochMs => tableInstant(tableOf(zone), wallOf(local));

/**
 * The instant that a text names: a time with an offset ({@link instantMs}), or a local time of `zone` ({@link toInstant}). Null if it is
 * neither.
 */
export function momentMs(text: string, zone: Zone): EpochMs | null {
  const local = parseLocal(text);
  return local === null ? instantMs(text) : toInstant(zone, local);
}

/** The wall clock reading in `zone`, whole seconds. */
export const toLocal = (zone: Zone, ms: EpochMs): LocalDateTime => wallString(ms + offsetAt(zone, ms) * SECOND);

/** The event time of an instant in an IANA zone; in UTC if no local time of the zone names it ({@link timedAt}). */
export const timeAt = (tzid: string, ms: EpochMs): EventTime => timedAt(ms, tzid, tableOf(tzid));

/** The local day that contains an instant. */
export const dateOf = (ms: EpochMs, zone: Zone): LocalDate =>
  dateString(Math.floor((ms + offsetAt(zone, ms) * SECOND) / DAY));

/** The first instant of a local day, even if its midnight does not exist or the whole day was skipped. */
export function midnight(date: LocalDate, zone: Zone): EpochMs {
  const table = tableOf(zone);
  const wall = dayOfDate(date) * DAY;
  const instant = tableInstant(table, wall);
  const offset = tableOffsetAt(table, instant) * SECOND;
  if (instant + offset === wall) return instant;
  return startOfOffset(table, instant, offset / SECOND);
}

/** The instant, less than two days back, at which the current offset began. */
function startOfOffset(table: ZoneTable, ms: EpochMs, offset: number): EpochMs {
  let low = ms - 26 * HOUR;
  let high = ms;
  while (high - low > SECOND) {
    const mid = low + Math.floor((high - low) / 2 / SECOND) * SECOND;
    if (tableOffsetAt(table, mid) === offset) high = mid;
    else low = mid;
  }
  return high;
}

const UTC_NAMES = new Set(
  ['UTC', 'UCT', 'GMT', 'GMT0', 'GMT+0', 'GMT-0', 'Greenwich', 'Universal', 'Zulu'].flatMap((n) => [n, `Etc/${n}`]),
);

/** Whether times of this IANA zone are written with `Z`. */
export const isUtc = (tzid: string): boolean => UTC_NAMES.has(tzid);

const suffixes = new Map<number, string>();

function suffix(minutes: number): string {
  let text = suffixes.get(minutes);
  if (text === undefined) {
    const size = Math.abs(minutes);
    text = `${minutes < 0 ? '-' : '+'}${pad2(Math.floor(size / 60))}:${pad2(size % 60)}`;
    suffixes.set(minutes, text);
  }
  return text;
}

/**
 * An instant as the API writes it in a zone: `2026-11-20T15:00:00Z` in UTC zones, `2026-11-20T10:00:00-05:00`
 * otherwise (whole seconds; an offset with seconds, before about 1930, is truncated to minutes and the time adjusted).
 */
export function formatInstant(ms: EpochMs, tzid: Zone): string {
  if (typeof tzid === 'string' && UTC_NAMES.has(tzid)) return `${wallString(Math.floor(ms / SECOND) * SECOND)}Z`;
  const minutes = Math.trunc(tableOffsetAt(tableOf(tzid), ms) / 60);
  const wall = ms + minutes * MINUTE;
  const day = Math.floor(wall / DAY);
  return dateString(day) + timeString(Math.floor((wall - day * DAY) / SECOND)) + suffix(minutes);
}
