import { formatInstant } from '@kalends/icalendar';
import { isAllDayClass } from '../read-model/occurrence-row.js';
import { timedPrefixLength } from '../read-model/wire.js';
import type { ReadRow } from './read-events.queries.js';

const utcZones = new Set(['Etc/UTC', 'UTC', 'Etc/UCT', 'UCT', 'Etc/Zulu', 'Zulu', 'Etc/Universal', 'Universal']);

const isAllDay = (row: ReadRow) => isAllDayClass(row.class);

const localizedTime = (row: ReadRow, side: 'start' | 'end', tzid: string) => {
  if (isAllDay(row)) return { time: formatInstant(row[`${side}_ms`], 'Etc/UTC').slice(0, 10), tzid };
  const own = row[`${side}_tzid`] ?? 'Etc/UTC';
  return { time: formatInstant(row[`${side}_ms`], own), tzid: own };
};

const rest = (row: ReadRow) => row.wire.slice(isAllDay(row) ? row.wire.indexOf(',"calendar_id"') : timedPrefixLength);

/**
 * The events of a page as JSON texts, times expressed in `tzid` (contract decision 5), or each in its own zone as
 * `{time, tzid}` when localized.
 */
export function presentRows(rows: readonly ReadRow[], tzid: string, localized: boolean): string {
  if (localized) {
    return rows
      .map((row) => {
        const [start, end] = [localizedTime(row, 'start', tzid), localizedTime(row, 'end', tzid)];
        return `{"start":${JSON.stringify(start)},"end":${JSON.stringify(end)}${rest(row)}`;
      })
      .join(',');
  }
  const asStored = utcZones.has(tzid);
  return rows
    .map((row) =>
      asStored || isAllDay(row)
        ? row.wire
        : `{"start":"${formatInstant(row.start_ms, tzid)}","end":"${formatInstant(row.end_ms, tzid)}"${row.wire.slice(timedPrefixLength)}`,
    )
    .join(',');
}
