import { classes, isAllDayClass, reach } from '../read-model/occurrence-row.js';
import type { Filter } from './cursor.js';
import type { Parameter } from './parameters.js';

export const pageSize = 100;

/** Stands between the texts of events: no text of JSON has a line break of its own. */
export const between = ',\n';

export const readerSql = (p: Parameter) => `
  reader AS MATERIALIZED (
    SELECT token.account_id, account.client_id, token.scope, application.hide_managed_events, generation,
           horizon_from, horizon_to
    FROM access_token AS token
    JOIN account USING (account_id)
    JOIN application USING (client_id)
    CROSS JOIN projection
    WHERE token.token_hash = ${p('token')} AND token.expires_at > now())`;

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

const columns =
  'o.start_ms, o.end_ms, o.class, o.calendar_id, o.event_uid, o.instance, o.start_tzid, o.end_tzid, o.wire';

/** Where the rows of a class begin: after the position, and not farther before the window than they reach. */
function beginning(cls: number, from: string, p: Parameter): string {
  const position = isAllDayClass(cls)
    ? [p('atDay'), p('atDayCalendar'), p('atDayUid'), p('atDayInstance')]
    : [p('at'), p('atCalendar'), p('atUid'), p('atInstance')];
  const span = reach[cls] ?? null;
  const first = span === null ? position[0] : `greatest(${position[0]}, ${from} - ${span})`;
  return `(${[first, ...position.slice(1)].join(', ')})`;
}

function branch(cls: number, shifted: boolean, filters: string, p: Parameter): string {
  const [from, to] = boundsOf(cls, p);
  const ordered =
    shifted && isAllDayClass(cls)
      ? `o.start_ms - (${p('offsets')})[width_bucket(o.start_ms, ${p('thresholds')}) + 1]`
      : 'o.start_ms';
  return `(SELECT ${ordered} AS ordered_by, ${columns} FROM occurrence o
    WHERE ${mine} AND o.class = ${cls}
      AND (o.start_ms, o.calendar_id, o.event_uid, o.instance) > ${beginning(cls, from, p)}
      AND o.start_ms < ${to} AND ${overlaps(from)} ${filters}
    ORDER BY o.start_ms, o.calendar_id, o.event_uid, o.instance LIMIT ${pageSize + 1})`;
}

/**
 * The rows of a page, and one more where another page follows, numbered in order. `shifted`: days begin elsewhere than
 * at UTC midnight.
 */
export const pageRowsSql = (shifted: boolean, filters: string, p: Parameter) => `
  page AS (
    SELECT rows.*, row_number() OVER () AS n FROM reader CROSS JOIN LATERAL (
      SELECT * FROM (${Object.values(classes)
        .map((cls) => branch(cls, shifted, filters, p))
        .join('\n UNION ALL ')}) AS branches
      ORDER BY ordered_by, calendar_id, event_uid, instance LIMIT ${pageSize + 1}) AS rows)`;

const began = (p: Parameter) =>
  `(class < ${classes.allDay} AND start_ms < ${p('from')} OR class >= ${classes.allDay} AND start_ms < ${p('fromDay')})`;

/** The page's rows as one row: one for each costs more to send and to take apart than to read. */
export const summarySql = (p: Parameter) => `
  summary AS (
    SELECT count(*) AS held, max(ordered_by) AS last, count(*) FILTER (WHERE ${began(p)}) AS reaching,
           coalesce(string_agg(wire, E',\\n') FILTER (WHERE n <= ${pageSize}), '') AS wires,
           json_agg(json_build_array(start_ms, end_ms, class, start_tzid, end_tzid))
             FILTER (WHERE ${p('placed')} AND n <= ${pageSize}) AS places,
           json_agg(json_build_array(ordered_by, calendar_id, event_uid, instance))
             FILTER (WHERE n = ${pageSize}) AS position
    FROM page)`;
