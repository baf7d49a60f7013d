import { EmbeddedZone, EpochMs, EventTime } from '../model.js';
import { dayOfDate, DAY, SECOND, Wall, wallOf, wallString } from '../time/civil.js';
import { ianaTable } from './iana.js';
import { ZoneTable, tableInstant, tableOffsetAt, tableOfEmbedded } from './table.js';

/** How the times of one series are read: its own zones and the calendar owner's zone for floating times. */
export interface ZoneContext {
  zones?: Record<string, EmbeddedZone> | undefined;
  floatingZone: string;
}

/** The object's own definition of a TZID; its names are free text (`constructor` is one). */
export const ownZone = (zones: Record<string, EmbeddedZone> | undefined, tzid: string): EmbeddedZone | undefined =>
  zones !== undefined && Object.hasOwn(zones, tzid) ? zones[tzid] : undefined;

/** The table for an event time's `tzid`; an unknown name is read in the owner's zone, or else in UTC. */
export function zoneFor(tzid: string | null, context: ZoneContext): ZoneTable {
  if (tzid !== null) {
    const own = ownZone(context.zones, tzid);
    if (own) return tableOfEmbedded(own);
    const table = ianaTable(tzid);
    if (table) return table;
  }
  return ianaTable(context.floatingZone) ?? ianaTable('Etc/UTC')!;
}

export const isAllDay = (time: EventTime): time is { date: string } => 'date' in time;

/** Wall clock reading of an event time; a day is its midnight. */
export const wallOfTime = (time: EventTime): Wall => (isAllDay(time) ? dayOfDate(time.date) * DAY : wallOf(time.local));

/** Epoch ms of an event time: for a day its UTC midnight (by which all-day instances are ordered). */
export function instantOf(time: EventTime, context: ZoneContext): EpochMs {
  if (isAllDay(time)) return dayOfDate(time.date) * DAY;
  return time.instant ?? tableInstant(zoneFor(time.tzid, context), wallOf(time.local));
}

/**
 * The event time of an instant, in the zone named `tzid`; in UTC in the second pass of a repeated hour, which no local
 * time can name (RFC 5545 §3.3.5: a local time that occurs twice means its first occurrence).
 */
export function timedAt(ms: EpochMs, tzid: string | null, table: ZoneTable): EventTime {
  const wall = ms + tableOffsetAt(table, ms) * SECOND;
  return tableInstant(table, wall) === ms
    ? { local: wallString(wall), tzid }
    : { local: wallString(ms), tzid: 'Etc/UTC' };
}
