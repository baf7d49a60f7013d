import type { Pool } from 'pg';
import { day } from '../read-model/occurrence-row.js';
import { beginningOf, endOf, keyOf } from '../read-model/wire.js';
import { beginningSql, countSql } from './count-sql.js';
import type { Filter, Position } from './cursor.js';
import { filterSql, pageSize, pageSql, readerSql, type Shape } from './page-sql.js';
import { statement, type Parameter, type Statement, type Values } from './parameters.js';
import { dayBeginning, firstDayFrom, midnightsOf, type Midnights, type Window } from './window.js';

/** Who asks, and the state of the read model in the same snapshot. */
export interface Reader {
  account_id: string;
  scope: string[];
  hide_managed_events: boolean;
  generation: number;
  horizon_from: number;
  horizon_to: number;
}

/**
 * Times of an event in a page: its start and end as instants, or as UTC midnights of dates when it lasts all day (third),
 * and the zones of its start and end.
 */
export type Place = [number, number, boolean, string | null, string | null];

export interface Page {
  reader: Reader;
  /** How many events the whole read has; null when it was not asked for. */
  count: number | null;
  /** The page's events as JSON texts, in order. */
  wires: string[];
  /** One for each event, in order; null when they were not asked for. */
  places: Place[] | null;
  /** The last event, when another page follows it. */
  next: Position | null;
}

const all: Filter = { managed: 'all' };

const pageStatement = (filter: Filter, shape: Shape, countOf: (p: Parameter) => string): Statement =>
  statement((p) => pageSql(shape, filterSql(filter, p), shape.first ? countOf(p) : 'NULL::bigint', p));

const usual = new Map<string, Statement & { name: string }>();

/** The usual reads, prepared: one statement for each shape. */
function usualStatement(shape: Shape): Statement & { name: string } {
  const { first, shifted, placed } = shape;
  const name = `read-events-${first ? 'first' : 'next'}${shifted ? '' : '-utc'}${placed ? '-placed' : ''}`;
  const held = usual.get(name);
  if (held) return held;
  const made = { name, ...pageStatement(all, shape, (p) => beginningSql(shape, p)) };
  usual.set(name, made);
  return made;
}

const countAll = statement((p) => `WITH ${readerSql(p)} SELECT ${countSql(all, p)} AS count`);

const isPlain = (filter: Filter) =>
  !filter.calendarIds && filter.changedSince === undefined && !filter.includeDeleted && filter.managed === 'all';

const ofWholeDays = ({ from, to, fromDay, toDay }: Window) => from === fromDay && to === toDay;

function queryOf(window: Window, { offsets }: Midnights, filter: Filter, first: boolean, placed: boolean): Statement {
  if (!isPlain(filter)) return pageStatement(filter, { shifted: true, placed, first }, (p) => countSql(filter, p));
  const utc = ofWholeDays(window) && offsets.every((offset) => offset === 0);
  return usualStatement({ shifted: !utc, placed, first });
}

/** Where the page begins, among timed events and among all-day ones. */
function positionValues({ start, calendarId, eventUid, instance }: Position, midnights: Midnights): Values {
  const { day: atDay, exact } = firstDayFrom(start, midnights);
  const [atDayCalendar, atDayUid, atDayInstance] = exact ? [calendarId, eventUid, instance] : ['', '', ''];
  return {
    ...{ at: start, atCalendar: calendarId, atUid: eventUid, atInstance: instance },
    ...{ atDay, atDayCalendar, atDayUid, atDayInstance },
  };
}

function windowValues({ from, to, fromDay, toDay }: Window): Values {
  const [first, last] = [Math.ceil(from / day), Math.floor(to / day)];
  const whole = first <= last;
  return {
    ...{ from, to, fromDay, toDay, dateFrom: fromDay / day, dateTo: toDay / day },
    ...(whole ? { wholeFrom: first, wholeTo: last } : { wholeFrom: 0, wholeTo: 0 }),
    ...(whole ? { headTo: first * day, tailFrom: last * day } : { headTo: to, tailFrom: to }),
  };
}

/** The first row: the reader, and what was counted (`beginningSql` of a usual read, else `countSql`). */
type Header = Reader & { counted: number | null };

/** A row of a page: its text, and its zones when placed. */
type Row = [string, string | null, string | null];

/** What a row is ordered by. */
function orderOf(wire: string, midnights: Midnights): number {
  const { start, allDay } = beginningOf(wire);
  return allDay ? dayBeginning(start, midnights) : start;
}

/** Whether an event began before the window and reaches into it. */
function began(wire: string, { from, fromDay }: Window): boolean {
  const { start, allDay } = beginningOf(wire);
  return start < (allDay ? fromDay : from);
}

/**
 * How many live events a usual read has, from the rows of its first page and from how many begin in its window. What
 * reaches into the window stands before all that begins in it, hence on the first page; null when that is full of it.
 */
function countOf(rows: Row[], beginning: number, window: Window, midnights: Midnights): number | null {
  if (rows.length <= pageSize) return rows.length;
  if (orderOf(rows.at(-1)![0], midnights) < window.from) return null;
  const first = rows.findIndex(([wire]) => orderOf(wire, midnights) >= window.from);
  return rows.slice(0, first).filter(([wire]) => began(wire, window)).length + beginning;
}

const placeOf = ([wire, startTzid, endTzid]: Row): Place => {
  const { start, allDay } = beginningOf(wire);
  return [start, endOf(wire), allDay, startTzid, endTzid];
};

/** The page without the event beyond it. */
function pageOf(rows: Row[], placed: boolean, midnights: Midnights): Pick<Page, 'wires' | 'places' | 'next'> {
  const shown = rows.slice(0, pageSize);
  const wires = shown.map(([wire]) => wire);
  const places = placed ? shown.map(placeOf) : null;
  if (rows.length <= pageSize) return { wires, places, next: null };
  const last = wires.at(-1)!;
  return { wires, places, next: { start: orderOf(last, midnights), ...keyOf(last) } };
}

/**
 * One page of a window that lies within the materialised horizon, with the caller's credentials, in one statement (one
 * snapshot). Null when the token is unknown or expired. Order: start, calendar, uid; an all-day event stands at the
 * beginning of its day in the window's zone. Places only when `placed`.
 */
export async function readPage(
  pool: Pool,
  tokenHash: string,
  window: Window,
  filter: Filter,
  position: Position | null,
  placed: boolean,
): Promise<Page | null> {
  const { calendarIds, changedSince } = filter;
  const midnights = midnightsOf(window);
  const values = {
    ...{ token: tokenHash, calendarIds, changedSince, ...midnights },
    ...windowValues(window),
    ...(position ? positionValues(position, midnights) : {}),
  };
  const run = async ({ valuesOf, ...query }: Statement) =>
    (await pool.query<Row>({ ...query, values: valuesOf(values), rowMode: 'array' })).rows;
  const first = position === null;
  const [head, ...rows] = await run(queryOf(window, midnights, filter, first, placed));
  if (!head) return null;
  const { counted, ...reader } = JSON.parse(head[0]) as Header;
  const exact = first && isPlain(filter) ? countOf(rows, counted!, window, midnights) : counted;
  const count = first && exact === null ? Number((await run(countAll))[0]![0]) : exact;
  return { reader, count, ...pageOf(rows, placed, midnights) };
}
