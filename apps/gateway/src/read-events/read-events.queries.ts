import type { Pool, QueryConfig } from 'pg';
import { classes, day, isAllDayClass, reach } from '../read-model/occurrence-row.js';
import type { Filter, Position } from './cursor.js';
import { firstDayFrom, midnightsOf, type Window } from './window.js';

export const pageSize = 100;

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
  /** The page's events as JSON texts, in order, with {@link between} between them: '' when there is none. */
  wires: string;
  /** One for each event, in order; null when they were not asked for. */
  places: Place[] | null;
  /** The last event, when another page follows it. */
  next: Position | null;
}

/** Stands between the texts of events: no text of JSON has a line break of its own. */
export const between = ',\n';

const reader = `
  reader AS MATERIALIZED (
    SELECT token.account_id, account.client_id, token.scope, application.hide_managed_events, generation,
           horizon_from, horizon_to
    FROM access_token AS token
    JOIN account USING (account_id)
    JOIN application USING (client_id)
    CROSS JOIN projection
    WHERE token.token_hash = $1 AND token.expires_at > now())`;

const mine = 'o.generation = reader.generation AND o.account_id = reader.account_id';

const columns =
  'o.start_ms, o.end_ms, o.class, o.calendar_id, o.event_uid, o.instance, o.start_tzid, o.end_tzid, o.wire';

/** The bounds of a class in the parameters: instants, or UTC midnights of days. */
const boundsOf = (cls: number) => (isAllDayClass(cls) ? ['$4::bigint', '$5::bigint'] : ['$2::bigint', '$3::bigint']);

/** What overlaps the window, a moment at its beginning included. */
const overlaps = (from: string) => `(o.end_ms > ${from} OR o.start_ms >= ${from})`;

/** `$2..$5` the window, `$6..$8` tie-breakers of the position, `$9` its instant, `$10` its day with `$11..$13`. */
function branch(cls: number, filters: string): string {
  const [from, to] = boundsOf(cls);
  const allDay = isAllDayClass(cls);
  const span = reach[cls] ?? null;
  const reached = (position: string) => (span === null ? position : `greatest(${position}, ${from} - ${span})`);
  const position = allDay ? `(${reached('$10::bigint')}, $11, $12, $13)` : `(${reached('$9::bigint')}, $6, $7, $8)`;
  const ordered = allDay ? 'o.start_ms - ($15::bigint[])[width_bucket(o.start_ms, $14::bigint[]) + 1]' : 'o.start_ms';
  return `(SELECT ${ordered} AS ordered_by, ${columns} FROM occurrence o
    WHERE ${mine} AND o.class = ${cls}
      AND (o.start_ms, o.calendar_id, o.event_uid, o.instance) > ${position}
      AND o.start_ms < ${to} AND ${overlaps(from!)} ${filters}
    ORDER BY o.start_ms, o.calendar_id, o.event_uid, o.instance LIMIT ${pageSize + 1})`;
}

/** Rows of the page, and one more where another page follows, numbered in order. */
const pageOf = (filters: string) => `
  page AS (
    SELECT rows.*, row_number() OVER () AS n FROM reader CROSS JOIN LATERAL (
      SELECT * FROM (${Object.values(classes)
        .map((cls) => branch(cls, filters))
        .join('\n UNION ALL ')}) AS branches
      ORDER BY ordered_by, calendar_id, event_uid, instance LIMIT ${pageSize + 1}) AS rows)`;

/** Began before the window and reaches into it. */
const reaching = `(class < ${classes.allDay} AND start_ms < $2::bigint OR class >= ${classes.allDay} AND start_ms < $4::bigint)`;

/** The page's rows as one: a row of its own for each costs more to send and to take apart than to read. */
const summary = `
  summary AS (
    SELECT count(*) AS held, max(ordered_by) AS last, count(*) FILTER (WHERE ${reaching}) AS reached,
           coalesce(string_agg(wire, E',\\n') FILTER (WHERE n <= ${pageSize}), '') AS wires,
           json_agg(json_build_array(start_ms, end_ms, class, start_tzid, end_tzid))
             FILTER (WHERE $16 AND n <= ${pageSize}) AS places,
           json_agg(json_build_array(ordered_by, calendar_id, event_uid, instance))
             FILTER (WHERE n = ${pageSize}) AS position
    FROM page)`;

const pageSql = (count: string, filters: string) => `
  WITH ${reader}, ${pageOf(filters)}, ${summary}
  SELECT row_to_json(reader) AS reader, held, wires, places, position, ${count} AS count FROM reader, summary`;

const live = 'AND NOT o.deleted';

const counted = (cls: string, where: string) =>
  `(SELECT count(*) FROM occurrence o WHERE ${mine} AND o.class ${cls} AND ${where} AND NOT o.deleted)`;

const bucketed = (cls: string, from: string, to: string) =>
  `(SELECT coalesce(sum(n), 0) FROM occurrence_count o WHERE ${mine} AND o.class ${cls} AND o.day >= ${from} AND o.day < ${to})`;

const timed = `IN (${classes.timed}, ${classes.dayTimed}, ${classes.longTimed})`;
const allDay = `IN (${classes.allDay}, ${classes.longAllDay})`;

/** What of a class began before the window and reaches into it. */
function reachingOf(cls: number): string {
  const from = isAllDayClass(cls) ? '$4::bigint' : '$2::bigint';
  const first = reach[cls] === null ? '' : `o.start_ms > ${from} - ${reach[cls]} AND`;
  return counted(`= ${cls}`, `${first} o.start_ms < ${from} AND o.end_ms > ${from}`);
}

/** Timed ones that begin in a part of the window that is not whole UTC days. */
const edge = (from: string, to: string) =>
  `CASE WHEN ${from} < ${to} THEN ${counted(timed, `o.start_ms >= ${from} AND o.start_ms < ${to}`)} ELSE 0 END`;

/**
 * All of the first page when it is not full. Else what begins in the window: whole days from the counts, its edges one by
 * one; and what reaches into it, which stands before all that begins in it: on this page, unless that is full of it.
 */
const quickCount = `
  CASE WHEN held <= ${pageSize} THEN held ELSE
    ${bucketed(timed, '$17::int', '$18::int')} + ${bucketed(allDay, '$19::int', '$20::int')}
    + ${edge('$2::bigint', '$21::bigint')} + ${edge('$22::bigint', '$3::bigint')}
    + CASE WHEN last >= $2::bigint THEN reached ELSE
        ${Object.values(classes).map(reachingOf).join(' + ')} END
  END`;

const firstSql = pageSql(quickCount, live);
const nextSql = pageSql('NULL::bigint', live);

function positionValues(window: Window, position: Position | null, placed: boolean): unknown[] {
  const midnights = midnightsOf(window);
  const before = -8_640_000_000_000_000;
  const tie = position ? [position.calendarId, position.eventUid, position.instance] : ['', '', ''];
  const at = position ? firstDayFrom(position.start, midnights) : null;
  return [
    ...tie,
    position?.start ?? before,
    at?.day ?? before,
    ...(at && !at.exact ? ['', '', ''] : tie),
    midnights.thresholds,
    midnights.offsets,
    placed,
  ];
}

function countValues({ from, to, fromDay, toDay }: Window): unknown[] {
  const [first, last] = [Math.ceil(from / day), Math.floor(to / day)];
  const whole = first <= last;
  return [
    ...(whole ? [first, last] : [0, 0]),
    fromDay / day,
    toDay / day,
    whole ? first * day : to,
    whole ? last * day : to,
  ];
}

const windowValues = (tokenHash: string, { from, to, fromDay, toDay }: Window) => [tokenHash, from, to, fromDay, toDay];

function filterSql(filter: Filter, values: unknown[]): string {
  const value = (one: unknown) => `$${values.push(one)}`;
  return [
    filter.includeDeleted ? '' : live,
    filter.managed === 'only' ? 'AND o.managed' : filter.managed === 'none' ? 'AND NOT o.managed' : '',
    filter.calendarIds ? `AND o.calendar_id = ANY (${value(filter.calendarIds)}::text[])` : '',
    filter.changedSince === undefined ? '' : `AND o.changed_ms >= ${value(filter.changedSince)}::bigint`,
  ].join(' ');
}

/** The count with filters walks the window: exact, and as dear as the window is wide. */
function filteredQuery(values: unknown[], filter: Filter, first: boolean): QueryConfig {
  const filters = filterSql(filter, values);
  const overlap = (cls: number) => {
    const [from, to] = boundsOf(cls);
    const span = reach[cls] ?? null;
    return `(SELECT count(*) FROM occurrence o WHERE ${mine} AND o.class = ${cls} AND o.start_ms < ${to}
      ${span === null ? '' : `AND o.start_ms > ${from} - ${span}`} AND ${overlaps(from!)} ${filters})`;
  };
  const count = `(${Object.values(classes).map(overlap).join(' + ')})`;
  return { text: pageSql(first ? count : 'NULL::bigint', filters), values };
}

const isPlain = (filter: Filter) =>
  !filter.calendarIds && filter.changedSince === undefined && !filter.includeDeleted && filter.managed === 'all';

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
  const values = [...windowValues(tokenHash, window), ...positionValues(window, position, placed)];
  const query = !isPlain(filter)
    ? filteredQuery(values, filter, position === null)
    : position === null
      ? { name: 'read-events-first', text: firstSql, values: [...values, ...countValues(window)] }
      : { name: 'read-events-next', text: nextSql, values };
  const { rows } = await pool.query<PageRow>(query);
  const [row] = rows;
  if (!row) return null;
  const { reader, wires, places, count } = row;
  return { reader, wires, places, count, next: row.held > pageSize ? positionOf(row) : null };
}
