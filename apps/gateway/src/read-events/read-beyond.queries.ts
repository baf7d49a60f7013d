import type { EventRecord } from '@kalends/contracts';
import type { Pool } from 'pg';
import { instanceElsewhere } from '../read-model/instance-elsewhere.js';
import {
  classes,
  isAllDayClass,
  isRecurring,
  occurrenceRows,
  type OccurrenceRow,
} from '../read-model/occurrence-row.js';
import { between } from '../read-model/wire.js';
import type { Filter, Position } from './cursor.js';
import { pageSize } from './page-sql.js';
import type { Page, Reader } from './page.js';
import { dayBeginning, midnightsOf, type Window } from './window.js';

/** Base and pending series of the account, and its single events in the window. */
const seriesSql = `
  SELECT coalesce(pending_write.record, held.record) AS record
  FROM event_state AS held LEFT JOIN pending_write USING (calendar_id, event_uid)
  WHERE held.generation = $1 AND held.account_id = $2 AND (held.recurring OR pending_write.record IS NOT NULL)`;

const columns = `
  start_ms, end_ms, class, calendar_id, event_uid, instance, start_tzid, end_tzid, wire, deleted, managed, changed_ms`;

/** What overlaps the window, from the instant `$3` to `$4`, for all-day ones from the day `$5` to `$6`. */
const inWindow = (allDay: string) => `
  CASE WHEN ${allDay} THEN start_ms < $6 AND (end_ms > $5 OR start_ms >= $5)
       ELSE start_ms < $4 AND (end_ms > $3 OR start_ms >= $3) END`;

const isAllDay = `class >= ${classes.allDay}`;

const singlesSql = `
  SELECT ${columns} FROM occurrence
  WHERE generation = $1 AND account_id = $2 AND instance = '' AND ${inWindow(isAllDay)}`;

/** What was in the window and is not now; without a place where that is not materialised. */
const movedSql = `
  SELECT ${columns} FROM (
    SELECT DISTINCT calendar_id, event_uid, instance FROM former_place
    WHERE generation = $1 AND account_id = $2 AND ${inWindow('all_day')}) AS moved
  LEFT JOIN (SELECT * FROM occurrence WHERE generation = $1) AS present USING (calendar_id, event_uid, instance)
  WHERE wire IS NULL OR NOT (${inWindow(isAllDay)})`;

interface Candidate {
  start_ms: number;
  end_ms: number;
  class: number;
  calendar_id: string;
  event_uid: string;
  instance: string;
  start_tzid: string | null;
  end_tzid: string | null;
  wire: string;
  deleted: boolean;
  managed: boolean;
  changed_ms: number;
}

type Placed = Pick<Candidate, 'calendar_id' | 'event_uid' | 'instance'> & { ordered_by: number };

function expanded(record: EventRecord, window: Window): Candidate[] {
  const span = { start: Math.min(window.from, window.fromDay), end: Math.max(window.to, window.toDay) };
  return occurrenceRows(record, span)
    .filter(isWithin(window))
    .map((row) => candidateOf(record, row));
}

const isWithin =
  (window: Window) =>
  ({ class: cls, startMs, endMs }: OccurrenceRow): boolean => {
    const [from, to] = !isAllDayClass(cls) ? [window.from, window.to] : [window.fromDay, window.toDay];
    return startMs < to && (endMs > from || startMs >= from);
  };

const candidateOf = (record: EventRecord, row: OccurrenceRow): Candidate => ({
  start_ms: row.startMs,
  end_ms: row.endMs,
  class: row.class,
  calendar_id: record.calendar_id,
  event_uid: record.event_uid,
  instance: row.instance,
  start_tzid: row.startTzid,
  end_tzid: row.endTzid,
  wire: row.wire,
  deleted: row.deleted,
  managed: record.event_id !== undefined,
  changed_ms: record.changed_at,
});

type Moved = Candidate | (Pick<Candidate, 'calendar_id' | 'event_uid' | 'instance'> & { wire: null });

/** With the places, told by their series, of what has left the window for a time that is not materialised. */
function placed(moved: readonly Moved[], series: readonly EventRecord[], window: Window): Candidate[] {
  const records = new Map(series.map((record) => [`${record.calendar_id}\n${record.event_uid}`, record]));
  return moved.flatMap((one) => {
    if (one.wire !== null) return [one];
    const record = records.get(`${one.calendar_id}\n${one.event_uid}`);
    const row = record && instanceElsewhere(record, one.instance);
    return row && !isWithin(window)(row) ? [candidateOf(record, row)] : [];
  });
}

const passes = (filter: Filter) => (row: Candidate) =>
  (filter.includeDeleted || !row.deleted) &&
  (filter.managed === 'all' || (filter.managed === 'only') === row.managed) &&
  (!filter.calendarIds || filter.calendarIds.includes(row.calendar_id)) &&
  (filter.changedSince === undefined || row.changed_ms >= filter.changedSince);

const order = (row: Placed) => [row.calendar_id, row.event_uid, row.instance];

function compare(a: Placed, b: Placed): number {
  if (a.ordered_by !== b.ordered_by) return a.ordered_by - b.ordered_by;
  const [left, right] = [order(a), order(b)];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index < 0 ? 0 : left[index]! < right[index]! ? -1 : 1;
}

function withOrder(window: Window) {
  const midnights = midnightsOf(window);
  return (row: Candidate) => ({
    ...row,
    ordered_by: !isAllDayClass(row.class) ? row.start_ms : dayBeginning(row.start_ms, midnights),
  });
}

/**
 * A page of a window that reaches beyond the materialised horizon, or with what has moved out of it: series are expanded
 * on demand. Dearer than {@link readPage}, the same answer.
 */
export async function readBeyond(
  pool: Pool,
  reader: Reader,
  window: Window,
  filter: Filter,
  position: Position | null,
): Promise<Page> {
  const key = [reader.generation, reader.account_id];
  const bounds = [...key, window.from, window.to, window.fromDay, window.toDay];
  const [series, singles, moved] = await Promise.all([
    pool.query<{ record: EventRecord }>(seriesSql, key),
    pool.query<Candidate>(singlesSql, bounds),
    filter.includeMoved ? pool.query<Moved>(movedSql, bounds) : { rows: [] },
  ]);
  const repeated = series.rows.map(({ record }) => record).filter(isRecurring);
  const all = [
    ...singles.rows,
    ...placed(moved.rows, repeated, window),
    ...repeated.flatMap((record) => expanded(record, window)),
  ]
    .filter(passes(filter))
    .map(withOrder(window))
    .sort(compare);
  const after = position && {
    ordered_by: position.start,
    calendar_id: position.calendarId,
    event_uid: position.eventUid,
    instance: position.instance,
  };
  const rest = after ? all.filter((row) => compare(row, after) > 0) : all;
  const shown = rest.slice(0, pageSize);
  const last = rest.length > pageSize ? shown.at(-1)! : null;
  return {
    reader,
    count: all.length,
    events: shown.map(({ wire }) => wire).join(between),
    places: shown.map((row) => [row.start_ms, row.end_ms, isAllDayClass(row.class), row.start_tzid, row.end_tzid]),
    next: last && {
      start: last.ordered_by,
      calendarId: last.calendar_id,
      eventUid: last.event_uid,
      instance: last.instance,
    },
  };
}
