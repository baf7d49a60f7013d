import { classes, isAllDayClass, reach } from '../read-model/occurrence-row.js';
import { between } from '../read-model/wire.js';
import type { Filter } from './cursor.js';
import type { Parameter } from './parameters.js';

export const pageSize = 100;

/** Who asks, as the table `reader`, and what else of the same snapshot is told with it: empty for an unknown token. */
export const readerSql = (p: Parameter, facts = '') => `
  (SELECT reader.* ${facts} FROM (
    SELECT token.account_id, token.scope, application.hide_managed_events, generation,
           horizon_from, horizon_to
    FROM access_token AS token
    JOIN account USING (account_id)
    JOIN application USING (client_id)
    CROSS JOIN projection
    WHERE token.token_hash = ${p('token')} AND token.expires_at > now()) AS reader) AS reader`;

export const mine = 'o.generation = reader.generation AND o.account_id = reader.account_id';

/** The bounds of a class: instants, or UTC midnights of days. */
export const boundsOf = (cls: number, p: Parameter) =>
  isAllDayClass(cls) ? ([p('fromDay'), p('toDay')] as const) : ([p('from'), p('to')] as const);

/** What overlaps the window, a moment at its beginning included. */
export const overlaps = (from: string) => `(o.end_ms > ${from} OR o.start_ms >= ${from})`;

/** What of the account's events is read. */
export function filterSql(filter: Filter, p: Parameter): string {
  return [
    filter.includeDeleted ? '' : 'AND NOT o.deleted',
    filter.managed === 'only' ? 'AND o.managed' : filter.managed === 'none' ? 'AND NOT o.managed' : '',
    filter.calendarIds ? `AND o.calendar_id = ANY (${p('calendarIds')})` : '',
    filter.changedSince === undefined ? '' : `AND o.changed_ms >= ${p('changedSince')}`,
  ].join(' ');
}

/** What a statement about a page is made for. */
export interface Shape {
  /** Days begin elsewhere than at UTC midnight, or the window's bounds are no whole days. */
  shifted: boolean;
  /** With the zones of the events. */
  placed: boolean;
  /** From the window's beginning on; else after a position. */
  first: boolean;
  /** With the number of events. */
  counted: boolean;
}

/** In whole UTC days, bounds and position of all-day events are those of timed ones. */
const shapeBounds = (cls: number, { shifted }: Shape, p: Parameter) => boundsOf(shifted ? cls : classes.timed, p);

/** Where the rows of a class begin: after the position, and not farther before the window than they reach. */
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

/** What a row is ordered by, besides its class's key, and the text that it is told as. */
function columns(cls: number, { shifted, placed }: Shape, p: Parameter): string {
  const ordered =
    shifted && isAllDayClass(cls)
      ? `o.start_ms - (${p('offsets')})[width_bucket(o.start_ms, ${p('thresholds')}) + 1]`
      : 'o.start_ms';
  const zones = placed ? ', o.start_tzid, o.end_tzid' : '';
  return `${ordered} AS ordered_by, o.calendar_id, o.event_uid, o.instance, o.wire${zones}`;
}

function branch(cls: number, shape: Shape, filters: string, p: Parameter): string {
  const [from, to] = shapeBounds(cls, shape, p);
  return `(SELECT ${columns(cls, shape, p)} FROM occurrence o
    WHERE ${mine} AND o.class = ${cls} ${beginning(cls, shape, p)}
      AND o.start_ms < ${to} AND ${overlaps(from)} ${filters}
    ORDER BY o.start_ms, o.calendar_id, o.event_uid, o.instance LIMIT ${pageSize + 1})`;
}

const revision = '(SELECT revision FROM occurrence_revision AS held WHERE held.account_id = reader.account_id)';

/**
 * A page, in one snapshot and one row (none when the token is unknown or expired): the reader as JSON, of a first page with
 * the revision of the account's occurrences and with `count` as its `counted`; how many events follow, of which the last
 * stands for the next page when there is one more than a page holds; their texts in order, with {@link between} between
 * them, null for none; when placed, the zones of each one's start and end, as JSON. What else a page needs of its events
 * stands in their texts: numbers or keys of their own would be dearer to send than to read.
 */
export function pageSql(shape: Shape, filters: string, count: string, p: Parameter): string {
  const branches = Object.values(classes).map((cls) => branch(cls, shape, filters, p));
  const facts = shape.first ? `, ${revision} AS revision, ${count} AS counted` : '';
  const zones = shape.placed ? ', json_agg(json_build_array(start_tzid, end_tzid))::text' : '';
  return `
  SELECT row_to_json(reader)::text, page.* FROM ${readerSql(p, facts)} CROSS JOIN LATERAL (
    SELECT count(*)::text, string_agg(wire, '${between}') ${zones} FROM (
      SELECT * FROM (${branches.join('\n UNION ALL ')}) AS branches
      ORDER BY ordered_by, calendar_id, event_uid, instance LIMIT ${pageSize + 1}) AS ordered) AS page`;
}
