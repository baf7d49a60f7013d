import type { EventRecord } from '@kalends/contracts';
import { TimeSlices } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { instanceElsewhere } from '../../read-model/instance-elsewhere.js';
import { classes, isAllDayClass, isRecurring, rowOf, type OccurrenceRow } from '../../read-model/occurrence-row.js';
import { eventTypePattern } from '../../read-model/wire.js';
import type { Filter, Position } from './cursor.js';
import type { CountCache } from './count-cache.js';
import { pageBytes, pageSize } from './page-sql.js';
import type { Page, PageRequest, Place, PlacedEvent, Reader } from './page.js';
import { readPage } from './read-events.queries.js';
import {
  compare,
  countSeries,
  passes,
  placeOf,
  seriesPage,
  SeriesSearch,
  type Placed,
  type PlacedInstance,
} from './series-page.js';
import { dayBeginning, midnightsOf, seriesWindow, type Window } from './window.js';

/** Base series of the account, and all that is pending; each part by an index, so that single events are not read. */
const seriesSql = `
  SELECT coalesce(pending_write.record, stored.record) AS record
  FROM event_state AS stored LEFT JOIN pending_write USING (calendar_id, event_uid)
  WHERE stored.account_id = $1 AND stored.recurring
  UNION ALL
  SELECT record FROM pending_write
  WHERE account_id = $1 AND record IS NOT NULL AND NOT EXISTS (
    SELECT FROM event_state AS stored
    WHERE (stored.calendar_id, stored.event_uid) = (pending_write.calendar_id, pending_write.event_uid) AND stored.recurring)`;

const columns = `
  start_ms, end_ms, class, calendar_id, event_uid, instance, start_tzid, end_tzid, wire, deleted, managed, changed_ms`;

/** What overlaps the window, from the instant `$2` to `$3`; all-day ones from the day `$4` to `$5`. */
const inWindow = (allDay: string) => `
  CASE WHEN ${allDay} THEN start_ms < $5 AND (end_ms > $4 OR start_ms >= $4)
       ELSE start_ms < $3 AND (end_ms > $2 OR start_ms >= $2) END`;

const isAllDay = `class >= ${classes.allDay}`;

/** What was in the window and is no longer; without a place if that is not materialised. */
const movedSql = `
  SELECT ${columns} FROM (
    SELECT DISTINCT calendar_id, event_uid, instance FROM former_place
    WHERE account_id = $1 AND ${inWindow('all_day')}) AS moved
  LEFT JOIN occurrence USING (calendar_id, event_uid, instance)
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

/** Adds the places, expanded from their series, of what has left the window for a time that is not materialised. */
function placed(moved: readonly Moved[], series: readonly EventRecord[], window: Window): Candidate[] {
  const records = new Map(series.map((record) => [`${record.calendar_id}\n${record.event_uid}`, record]));
  return moved.flatMap((one) => {
    if (one.wire !== null) return [one];
    const record = records.get(`${one.calendar_id}\n${one.event_uid}`);
    const row = record && instanceElsewhere(record, one.instance);
    return row && !isWithin(window)(row) ? [candidateOf(record, row)] : [];
  });
}

const typeIn = new RegExp(eventTypePattern);

const isShown = (filter: Filter) => (row: Candidate) =>
  (filter.includeDeleted || !row.deleted) &&
  (filter.managed === 'all' || (filter.managed === 'only') === row.managed) &&
  (!filter.calendarIds || filter.calendarIds.includes(row.calendar_id)) &&
  (filter.changedSince === undefined || row.changed_ms >= filter.changedSince) &&
  (!filter.eventTypes || filter.eventTypes.includes(typeIn.exec(row.wire)?.[1] ?? 'default'));

/** An event of the page; its text is made once it is known to be shown. */
interface Item extends Placed {
  shown(): { wire: string; place: Place };
}

const itemOf = (row: Candidate, ordered_by: number): Item => ({
  ordered_by,
  calendar_id: row.calendar_id,
  event_uid: row.event_uid,
  instance: row.instance,
  shown: () => ({
    wire: row.wire,
    place: {
      start: row.start_ms,
      end: row.end_ms,
      allDay: isAllDayClass(row.class),
      startTzid: row.start_tzid,
      endTzid: row.end_tzid,
    },
  }),
});

const itemOfInstance = ({ record, occurrence, ...placed }: PlacedInstance): Item => ({
  ...placed,
  shown: () => itemOf(candidateOf(record, rowOf(record, occurrence)), 0).shown(),
});

function itemsOfPage({ events, places }: Pick<Page, 'events' | 'places'>): Item[] {
  return events.map((wire, index): Item => {
    const { at, ...place } = places![index]!;
    return { ...placeOf(at), shown: () => ({ wire, place }) };
  });
}

function movedItems(
  moved: readonly Moved[],
  series: readonly EventRecord[],
  { window, filter }: Pick<PageRequest, 'window' | 'filter'>,
): Item[] {
  const midnights = midnightsOf(window);
  return placed(moved, series, window)
    .filter(isShown(filter))
    .map((row) => itemOf(row, !isAllDayClass(row.class) ? row.start_ms : dayBeginning(row.start_ms, midnights)));
}

/** Maximum time to compute one page. */
const deadlineMs = 10_000;

interface BeyondRequest extends PageRequest {
  reader: Reader;
}

/**
 * A page of a window that reaches beyond the materialised horizon, or with events that have moved out of it: series are
 * expanded on demand, each as far as the page needs it. The result equals {@link readPage}'s, except that instances of
 * series are counted only up to 20,000. Throws `WorkTooLong` after 10 s.
 */
export async function readBeyond(pool: Pool, request: BeyondRequest, counts: CountCache): Promise<Page> {
  const { reader, window, filter, position } = request;
  const bounds = [reader.account_id, window.from, window.to, window.fromDay, window.toDay];
  const [series, singles, moved] = await Promise.all([
    pool.query<{ record: EventRecord }>(seriesSql, [reader.account_id]),
    readPage(pool, { ...request, filter: { ...filter, singles: true }, placed: true }, counts),
    filter.includeMoved ? pool.query<Moved>(movedSql, bounds) : { rows: [] },
  ]);
  const repeated = series.rows.map(({ record }) => record).filter(isRecurring);
  const seen = repeated.filter((record) => passes(record, filter));
  const read = {
    reader,
    window: seriesWindow(window),
    filter,
    slices: new TimeSlices({ deadlineMs }),
    search: new SeriesSearch(),
  };
  const elsewhere = movedItems(moved.rows, repeated, { window, filter });
  const after = position && placeOf(position);
  const items = [
    ...itemsOfPage(singles ?? { events: [], places: null }),
    ...elsewhere.filter((item) => !after || compare(item, after) > 0),
    ...(await seriesPage(seen, position, read)).map(itemOfInstance),
  ].sort(compare);
  const count = position ? null : (singles?.count ?? 0) + elsewhere.length + (await countSeries(seen, read));
  const truncated = read.search.truncated(reader);
  return pageOfItems(items, { reader: { ...reader, truncated }, count, readUpTo: singles?.next ?? null });
}

const positionOf = ({ ordered_by, calendar_id, event_uid, instance }: Placed): Position => ({
  start: ordered_by,
  calendarId: calendar_id,
  eventUid: event_uid,
  instance,
});

/** As many as a page has, in number and in bytes. */
function fitting(items: readonly Item[]) {
  const page: { at: Position; wire: string; place: Place }[] = [];
  let bytes = 0;
  for (const item of items.slice(0, pageSize)) {
    const one = { at: positionOf(item), ...item.shown() };
    bytes += Buffer.byteLength(one.wire);
    if (page.length > 0 && bytes > pageBytes) break;
    page.push(one);
  }
  return page;
}

/** `readUpTo`: the last event of those that are not series, when more of them follow; null if all are among the items. */
function pageOfItems(
  items: readonly Item[],
  { reader, count, readUpTo }: Pick<Page, 'reader' | 'count'> & { readUpTo: Position | null },
) {
  const known = readUpTo === null ? items : items.filter((item) => compare(item, placeOf(readUpTo)) <= 0);
  const shown = fitting(known);
  const isLast = readUpTo === null && shown.length === items.length;
  return {
    reader,
    count,
    events: shown.map(({ wire }) => wire),
    places: shown.map(({ at, place }): PlacedEvent => ({ at, ...place })),
    next: isLast ? null : (shown.at(-1)?.at ?? null),
  };
}
