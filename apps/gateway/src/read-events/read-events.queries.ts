import type { Pool } from 'pg';
import { day } from '../read-model/occurrence-row.js';
import { countSql, quickCountSql } from './count-sql.js';
import type { Filter, Position } from './cursor.js';
import { filterSql, pageRowsSql, pageSize, readerSql, summarySql } from './page-sql.js';
import { statement, type Parameter, type Statement, type Values } from './parameters.js';
import { firstDayFrom, midnightsOf, type Window } from './window.js';

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

function pageStatement(filter: Filter, shifted: boolean, countOf: (p: Parameter) => string): Statement {
  return statement(
    (p) => `
  WITH ${readerSql(p)}, ${pageRowsSql(shifted, filterSql(filter, p), p)}, ${summarySql(p)}
  SELECT row_to_json(reader) AS reader, held, wires, places, position, ${countOf(p)} AS count FROM reader, summary`,
  );
}

const none = () => 'NULL::bigint';

/** The usual reads; in UTC, days are whole and begin where they are kept. */
const usual = {
  'first-utc': pageStatement(all, false, (p) => quickCountSql(false, p)),
  first: pageStatement(all, true, (p) => quickCountSql(true, p)),
  'next-utc': pageStatement(all, false, none),
  next: pageStatement(all, true, none),
};

const countAll = statement((p) => `WITH ${readerSql(p)} SELECT ${countSql(all, p)} AS count FROM reader`);

const isPlain = (filter: Filter) =>
  !filter.calendarIds && filter.changedSince === undefined && !filter.includeDeleted && filter.managed === 'all';

const ofWholeDays = ({ from, to, fromDay, toDay }: Window) => from === fromDay && to === toDay;

function queryOf(window: Window, filter: Filter, position: Position | null) {
  const first = position === null;
  if (!isPlain(filter)) return pageStatement(filter, true, first ? (p) => countSql(filter, p) : none);
  const utc = ofWholeDays(window) && midnightsOf(window).offsets.every((offset) => offset === 0);
  const name = `${first ? 'first' : 'next'}${utc ? '-utc' : ''}` as keyof typeof usual;
  return { name: `read-events-${name}`, ...usual[name] };
}

function positionValues(window: Window, position: Position | null): Values {
  const midnights = midnightsOf(window);
  const before = -8_640_000_000_000_000;
  const at = position ? firstDayFrom(position.start, midnights) : null;
  const tie = position ? [position.calendarId, position.eventUid, position.instance] : ['', '', ''];
  const [atCalendar, atUid, atInstance] = tie;
  const [atDayCalendar, atDayUid, atDayInstance] = at && !at.exact ? ['', '', ''] : tie;
  return {
    ...{ at: position?.start ?? before, atCalendar, atUid, atInstance },
    ...{ atDay: at?.day ?? before, atDayCalendar, atDayUid, atDayInstance },
    ...midnights,
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

type PageRow = Omit<Page, 'next'> & { held: number; position: [[number, string, string, string]] | null };

function positionOf({ position }: PageRow): Position {
  const [start, calendarId, eventUid, instance] = position![0];
  return { start, calendarId, eventUid, instance };
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
  placed = true,
): Promise<Page | null> {
  const { calendarIds, changedSince } = filter;
  const asked = { token: tokenHash, placed, calendarIds, changedSince };
  const values = { ...asked, ...windowValues(window), ...positionValues(window, position) };
  const run = async <Row extends object>({ valuesOf, ...query }: Statement) =>
    (await pool.query<Row>({ ...query, values: valuesOf(values) })).rows[0];
  const row = await run<PageRow>(queryOf(window, filter, position));
  if (!row) return null;
  const uncounted = position === null && row.count === null;
  const count = uncounted ? ((await run<{ count: number }>(countAll))?.count ?? null) : row.count;
  const { reader, wires, places } = row;
  return { reader, wires, places, count, next: row.held > pageSize ? positionOf(row) : null };
}
