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

export interface ReadRow {
  ordered_by: number;
  start_ms: number;
  end_ms: number;
  class: number;
  calendar_id: string;
  event_uid: string;
  instance: string;
  start_tzid: string | null;
  end_tzid: string | null;
  wire: string;
}

export interface Page {
  reader: Reader;
  /** How many events the whole read has; null when it was not asked for. */
  count: number | null;
  /** Up to one more than a page, so that the caller knows whether another one follows. */
  rows: ReadRow[];
}

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

/** Unless whole rows are asked for ($16), only a page's last one says where the next begins: the rest costs to send. */
const outgoing = `start_ms, end_ms, class, ${['ordered_by', 'calendar_id', 'event_uid', 'instance']
  .map((name) => `CASE WHEN $16 OR row_number() OVER () = ${pageSize} THEN ${name} END AS ${name}`)
  .join(', ')}, CASE WHEN $16 THEN start_tzid END AS start_tzid, CASE WHEN $16 THEN end_tzid END AS end_tzid, wire`;

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

const head = (count: string) => `
  SELECT ${count} AS start_ms, NULL::bigint AS end_ms, NULL::smallint AS class, NULL::bigint AS ordered_by,
         NULL AS calendar_id, NULL AS event_uid, NULL AS instance, NULL AS start_tzid, NULL AS end_tzid,
         row_to_json(reader)::text AS wire
  FROM reader`;

const pageSql = (count: string, filters: string) => `
  WITH ${reader}
  ${head(count)}
  UNION ALL
  SELECT ${outgoing} FROM reader CROSS JOIN LATERAL (
    SELECT * FROM (${Object.values(classes)
      .map((cls) => branch(cls, filters))
      .join('\n UNION ALL ')}) AS branches
    ORDER BY ordered_by, calendar_id, event_uid, instance LIMIT ${pageSize + 1}) AS page`;

const live = 'AND NOT o.deleted';

const counted = (cls: string, where: string) =>
  `(SELECT count(*) FROM occurrence o WHERE ${mine} AND o.class ${cls} AND ${where} AND NOT o.deleted)`;

const bucketed = (cls: string, from: string, to: string) =>
  `(SELECT coalesce(sum(n), 0) FROM occurrence_count o WHERE ${mine} AND o.class ${cls} AND o.day >= ${from} AND o.day < ${to})`;

/** What begins within its reach before the window, or after it and before the first whole day (`$21`). */
const timedEdge = (cls: number) =>
  counted(
    `= ${cls}`,
    `o.start_ms > $2::bigint - ${reach[cls]} AND o.start_ms < $21::bigint AND ${overlaps('$2::bigint')}`,
  );

const shortTimed = `IN (${classes.timed}, ${classes.dayTimed})`;

/** Whole days from the counts, the edges and what reaches in one by one. */
const quickCount = `(
  ${bucketed(shortTimed, '$17::int', '$18::int')} + ${bucketed(`= ${classes.allDay}`, '$19::int', '$20::int')}
  + ${timedEdge(classes.timed)} + ${timedEdge(classes.dayTimed)}
  + ${counted(shortTimed, 'o.start_ms >= $22::bigint AND o.start_ms < $3::bigint')}
  + ${counted(`= ${classes.allDay}`, `o.start_ms > $4::bigint - ${reach[classes.allDay]} AND o.start_ms < $4::bigint AND o.end_ms > $4::bigint`)}
  + ${counted(`= ${classes.longTimed}`, `o.start_ms < $3::bigint AND ${overlaps('$2::bigint')}`)}
  + ${counted(`= ${classes.longAllDay}`, 'o.start_ms < $5::bigint AND o.end_ms > $4::bigint')})`;

const firstSql = pageSql(quickCount, live);
const nextSql = pageSql('NULL::bigint', live);

function positionValues(window: Window, position: Position | null, whole: boolean): unknown[] {
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
    whole,
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

/**
 * One page of a window that lies within the materialised horizon, with the caller's credentials, in one statement (one
 * snapshot). Null when the token is unknown or expired. Order: start, calendar, uid; an all-day event stands at the
 * beginning of its day in the window's zone. Without `whole` only the page's last row has its place and none its zones.
 */
export async function readPage(
  pool: Pool,
  tokenHash: string,
  window: Window,
  filter: Filter,
  position: Position | null,
  whole = true,
): Promise<Page | null> {
  const values = [...windowValues(tokenHash, window), ...positionValues(window, position, whole)];
  const query = !isPlain(filter)
    ? filteredQuery(values, filter, position === null)
    : position === null
      ? { name: 'read-events-first', text: firstSql, values: [...values, ...countValues(window)] }
      : { name: 'read-events-next', text: nextSql, values };
  const { rows } = await pool.query<ReadRow>(query);
  const [header, ...page] = rows;
  if (!header) return null;
  return { reader: JSON.parse(header.wire) as Reader, count: header.start_ms, rows: page };
}
