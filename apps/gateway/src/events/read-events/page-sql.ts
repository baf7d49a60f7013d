import { classes, isAllDayClass, reach } from '../../read-model/occurrence-row.js';
import { eventTypePattern } from '../../read-model/wire.js';
import type { Filter } from './cursor.js';
import type { Parameter } from './parameters.js';

export const pageSize = 100;

/** Most bytes of the events of a page; a single event that has more is a page of its own. */
export const pageBytes = 1024 * 1024;

const truncatedAtMost = 1_000;

/** Truncated series of the account; accounts rarely have any. */
const truncatedSql = `
  (SELECT json_agg(json_build_array(calendar_id, event_uid, reason, shown_from, shown_to, first_ms, last_ms)) FROM (
     SELECT * FROM truncated_series AS cut
     WHERE cut.account_id = token.account_id LIMIT ${truncatedAtMost}) AS cut)`;

/** Calendars of a `token` in which the application may change no events, or those of others as well; of two rights the last counts. */
export const rightsSql = `
  (SELECT json_object_agg(calendar_id, calendar_right) FROM (
     SELECT calendar_id, 'unrestricted' AS calendar_right FROM unrestricted_calendar AS allowed
     WHERE allowed.account_id = token.account_id
     UNION ALL SELECT calendar_id, 'readonly' FROM calendar_state AS stored
     WHERE stored.account_id = token.account_id AND record ->> 'calendar_readonly' = 'true') AS differing)`;

/** How a reader is known: by an access token, or because the request was admitted already. */
export type KnownBy = 'token' | 'account';

const liveToken = (p: Parameter) =>
  `(SELECT account_id, scope FROM access_token WHERE token_hash = ${p('token')} AND expires_at > now())`;
const admitted = (p: Parameter) => `(SELECT ${p('account')} AS account_id, ${p('scope')} AS scope)`;

/** The reader, as the table `reader`, with further facts from the same snapshot: empty for an unknown token. */
export const readerSql = (p: Parameter, by: KnownBy, facts = '') => `
  (SELECT reader.* ${facts} FROM (
    SELECT token.account_id, token.scope, application.hide_managed_events,
           horizon_from, horizon_to, ${truncatedSql} AS truncated, ${rightsSql} AS rights
    FROM ${by === 'token' ? liveToken(p) : admitted(p)} AS token
    JOIN account USING (account_id)
    JOIN application USING (client_id)
    CROSS JOIN projection) AS reader) AS reader`;

export const mine = 'o.account_id = reader.account_id';

/** The bounds of a class: instants, or UTC midnights of days. */
export const boundsOf = (cls: number, p: Parameter) =>
  isAllDayClass(cls) ? ([p('fromDay'), p('toDay')] as const) : ([p('from'), p('to')] as const);

/** What overlaps the window, including zero-length events at its beginning. */
export const overlaps = (from: string) => `(o.end_ms > ${from} OR o.start_ms >= ${from})`;

/** Which of the account's events are read. */
export function filterSql(filter: Filter, p: Parameter): string {
  return [
    filter.includeDeleted ? '' : 'AND NOT o.deleted',
    filter.managed === 'only' ? 'AND o.managed' : filter.managed === 'none' ? 'AND NOT o.managed' : '',
    filter.singles ? "AND o.instance = ''" : '',
    filter.calendarIds ? `AND o.calendar_id = ANY (${p('calendarIds')})` : '',
    filter.changedSince === undefined ? '' : `AND o.changed_ms >= ${p('changedSince')}`,
    filter.eventTypes
      ? `AND coalesce(substring(o.wire FROM '${eventTypePattern}'), 'default') = ANY (${p('eventTypes')})`
      : '',
  ].join(' ');
}

/** Properties of a page's statement. */
export interface Shape {
  /** Days do not begin at UTC midnight, or the window's bounds are not whole days. */
  shifted: boolean;
  /** With times, zones and keys of the events. */
  placed: boolean;
  /** Starts at the window's beginning; else after a position. */
  first: boolean;
  /** With the number of events. */
  counted: boolean;
  by: KnownBy;
}

/** With whole UTC days, bounds and position of all-day events equal those of timed ones. */
const shapeBounds = (cls: number, { shifted }: Shape, p: Parameter) => boundsOf(shifted ? cls : classes.timed, p);

/** Lower bound for the rows of a class: after the position, and not farther before the window than they reach. */
function beginning(cls: number, shape: Shape, p: Parameter): string {
  const [from] = shapeBounds(cls, shape, p);
  const span = reach[cls] ?? null;
  const reaching = span === null ? null : `${from} - ${span}`;
  if (shape.first) return reaching === null ? '' : `AND o.start_ms > ${reaching}`;
  const [at, ...tie] =
    shape.shifted && isAllDayClass(cls)
      ? ([p('atDay'), p('atDayCalendar'), p('atDayUid'), p('atDayInstance')] as const)
      : ([p('at'), p('atCalendar'), p('atUid'), p('atInstance')] as const);
  const bound = [reaching === null ? at : `greatest(${at}, ${reaching})`, ...tie].join(', ');
  return `AND (o.start_ms, o.calendar_id, o.event_uid, o.instance) > (${bound})`;
}

/** Sort key, key and text of a row, and whether it began before the window. */
function columns(cls: number, shape: Shape, p: Parameter): string {
  const allDay = isAllDayClass(cls);
  const ordered =
    shape.shifted && allDay
      ? `o.start_ms - (${p('offsets')})[width_bucket(o.start_ms, ${p('thresholds')}) + 1]`
      : 'o.start_ms';
  const began = shape.first ? `, o.start_ms < ${shapeBounds(cls, shape, p)[0]} AS began` : '';
  const place = shape.placed ? `, o.start_ms, o.end_ms, ${allDay} AS all_day, o.start_tzid, o.end_tzid` : '';
  return `${ordered} AS ordered_by, o.calendar_id, o.event_uid, o.instance, o.wire${began}${place}`;
}

function branch(cls: number, { shape, filters }: { shape: Shape; filters: string }, p: Parameter): string {
  const [from, to] = shapeBounds(cls, shape, p);
  return `(SELECT ${columns(cls, shape, p)} FROM occurrence o
    WHERE ${mine} AND o.class = ${cls} ${beginning(cls, shape, p)}
      AND o.start_ms < ${to} AND ${overlaps(from)} ${filters}
    ORDER BY o.start_ms, o.calendar_id, o.event_uid, o.instance LIMIT ${pageSize + 1})`;
}

const revision = '(SELECT revision FROM occurrence_revision AS held WHERE held.account_id = reader.account_id)';

const key = `'start', ordered_by, 'calendarId', calendar_id, 'eventUid', event_uid, 'instance', instance`;

const place = `, json_build_object('at', json_build_object(${key}), 'start', start_ms, 'end', end_ms,
    'allDay', all_day, 'startTzid', start_tzid, 'endTzid', end_tzid) AS place`;

/** For rows ordered before the window's beginning: whether they also began before it; else null. */
const reaching = (from: string) => `, CASE WHEN ordered_by < ${from} THEN began END AS reaching`;

/** Parts of a page's statement, as SQL. */
interface PageParts {
  /** Conditions on the table `occurrence`, see {@link filterSql}. */
  filters: string;
  /** The number of events, or part of it. */
  count: string;
}

/** Of a row of a page: whether it is on the page, and whether one that follows it is not; `following`: the bytes of that. */
const isOnPage = `(n = 1 OR n <= ${pageSize} AND bytes <= ${pageBytes})`;
const isNextBeyond = `(following IS NOT NULL AND (n = ${pageSize} OR bytes + following > ${pageBytes}))`;

/** `octet_length` reads no text that is stored outside its row. */
const measured = `*, row_number() OVER () AS n, lead(octet_length(wire)) OVER () AS following,
      sum(octet_length(wire)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes`;

/**
 * A page, in one snapshot: a row for each event in order, up to one more than {@link pageSize}; one row without an event
 * where there is none, no row when the token is unknown or expired. The first row has the `reader` with the revision
 * of the account's occurrences; for a first page also `count` as `counted`. `wire`: the event as JSON text, null beyond the page,
 * which ends at {@link pageSize} events or {@link pageBytes}; `last`: the key of the page's last event, in that row, if another
 * page follows; `reaching` for a first page; `place`, when placed: its times and key.
 */
export function pageSql(shape: Shape, { filters, count }: PageParts, p: Parameter): string {
  const selection = { shape, filters };
  const branches = Object.values(classes).map((cls) => branch(cls, selection, p));
  const facts = `, ${revision} AS revision${shape.first ? `, ${count} AS counted` : ''}`;
  return `
  SELECT CASE WHEN n IS NULL OR n = 1 THEN row_to_json(reader) END AS reader,
    CASE WHEN ${isOnPage} THEN wire END AS wire,
    CASE WHEN ${isOnPage} AND ${isNextBeyond} THEN json_build_object(${key}) END AS last
    ${shape.first ? reaching(p('from')) : ', NULL::boolean AS reaching'} ${shape.placed ? place : ''}
  FROM ${readerSql(p, shape.by, facts)} LEFT JOIN LATERAL (
    SELECT ${measured} FROM (
      SELECT * FROM (${branches.join('\n UNION ALL ')}) AS branches
      ORDER BY ordered_by, calendar_id, event_uid, instance LIMIT ${pageSize + 1}) AS ordered) AS page ON true`;
}
