import { DAY, SECOND, Wall, dateString } from '../time/civil.js';
import { ZoneTable, tableOffsetAt } from '../zones/table.js';
import { parseRule } from './parse-rule.js';

/** The zone and the first day of an all-day series. */
interface DaysIn {
  table: ZoneTable;
  start: Wall;
}

/**
 * The last day of an all-day series whose UNTIL is in UTC, although RFC 5545 §3.3.10 wants a date: Outlook writes the UTC of local
 * midnight, others of the last second of the day, so the day is that of the zone. `T000000Z` is what programs write that have no zone: its
 * own day. `until` is UTC, `start` and the result are midnights; a zone that is not the author's may put the last day before the first, but
 * DTSTART is always an instance.
 */
export function lastDay(until: Wall, { table, start }: DaysIn): Wall {
  const local = until % DAY === 0 ? until : until + tableOffsetAt(table, until) * SECOND;
  return Math.max(Math.floor(local / DAY) * DAY, start);
}

/** An RRULE value of an all-day series with its UNTIL as a date: that of {@link lastDay}. */
export function withLastDay(rule: string, series: DaysIn): string {
  const parsed = parseRule(rule);
  if (!('rule' in parsed) || parsed.rule.until?.kind !== 'utc') return rule;
  const day = dateString(lastDay(parsed.rule.until.wall, series) / DAY).replaceAll('-', '');
  return rule.replace(/\bUNTIL\s*=[^;]*/i, `UNTIL=${day}`);
}
