import type { Pool } from 'pg';
import { day } from '../read-model/occurrence-row.js';
import { countSql, quickCountSql } from './count-sql.js';
import type { Filter, Position } from './cursor.js';
import { between, filterSql, pageRowsSql, pageSize, readerSql, summarySql, type Shape } from './page-sql.js';
import { statement, type Parameter, type Statement, type Values } from './parameters.js';
import { firstDayFrom, midnightsOf, type Midnights, type Window } from './window.js';

/** Who asks, and the state of the read model in the same snapshot. */
export interface Reader {
  account_id: string;
  client_id: string;
  scope: string[];
  hide_managed_events: boolean;
  generation: number;
  horizon_from: number;
  horizon_to: number;
}

/** Times of an event in a page: `start_ms`, `end_ms`, class, and the zones of its start and end. */
export type Place = [number, number, number, string | null, string | null];

export interface Page {
  reader: Reader;
  /** How many events the whole read has; null when it was not asked for. */
  count: number | null;
  /** The page's events as JSON texts, in order, with `between` between them: '' when there is none. */
  wires: string;
  /** One for each event, in order; null when they were not asked for. */
  places: Place[] | null;
  /** The last event, when another page follows it. */
  next: Position | null;
}

const all: Filter = { managed: 'all' };

const none = () => 'NULL::bigint';

const pageStatement = (filter: Filter, shape: Shape, countOf: (p: Parameter) => string): Statement =>
  statement(
    (p) => `
  WITH ${readerSql(p)}, ${pageRowsSql(shape, filterSql(filter, p), p)}
  SELECT (SELECT row_to_json(reader) FROM reader) AS reader, ${summarySql(shape)}, ${countOf(p)} AS count FROM page`,
  );

const usual = new Map<string, Statement & { name: string }>();

/** The usual reads, prepared: one statement for each shape. */
function usualStatement(shape: Shape): Statement & { name: string } {
  const { first, shifted, placed } = shape;
  const name = `read-events-${first ? 'first' : 'next'}${shifted ? '' : '-utc'}${placed ? '-placed' : ''}`;
  const held = usual.get(name);
  if (held) return held;
  const made = { name, ...pageStatement(all, shape, first ? (p) => quickCountSql(shape, p) : none) };
  usual.set(name, made);
  return made;
}

const countAll = statement((p) => `WITH ${readerSql(p)} SELECT ${countSql(all, p)} AS count`);

const isPlain = (filter: Filter) =>
  !filter.calendarIds && filter.changedSince === undefined && !filter.includeDeleted && filter.managed === 'all';

const ofWholeDays = ({ from, to, fromDay, toDay }: Window) => from === fromDay && to === toDay;

function queryOf(window: Window, { offsets }: Midnights, filter: Filter, first: boolean, placed: boolean): Statement {
  if (!isPlain(filter))
    return pageStatement(filter, { shifted: true, placed, first }, first ? (p) => countSql(filter, p) : none);
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

interface PageRow {
  reader: Reader | null;
  wires: string;
  places: Place[] | null;
  position: [number, string, string, string] | null;
  count: number | null;
}

/** The page without the event beyond it. */
function pageOf({ wires, places, position }: PageRow): Pick<Page, 'wires' | 'places' | 'next'> {
  if (!position) return { wires, places, next: null };
  const [start, calendarId, eventUid, instance] = position;
  return {
    wires: wires.slice(0, wires.lastIndexOf(between)),
    places: places && places.slice(0, pageSize),
    next: { start, calendarId, eventUid, instance },
  };
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
  const run = async <Row extends object>({ valuesOf, ...query }: Statement) =>
    (await pool.query<Row>({ ...query, values: valuesOf(values) })).rows[0];
  const first = position === null;
  const row = (await run<PageRow>(queryOf(window, midnights, filter, first, placed)))!;
  if (!row.reader) return null;
  const uncounted = first && row.count === null;
  const count = uncounted ? (await run<{ count: number }>(countAll))!.count : row.count;
  return { reader: row.reader, count, ...pageOf(row) };
}
