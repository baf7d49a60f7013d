import { isAllDayClass, reach } from '../../read-model/occurrence-row.js';
import { isRefused } from '../../read-model/refused-write.js';
import type { Pool } from 'pg';

/** An event in a span of time. Times: instants, for all-day events the UTC midnights of their dates. */
export interface FoundOccurrence {
  calendar_id: string;
  event_uid: string;
  instance: string;
  start_ms: number;
  end_ms: number;
  class: number;
  managed: boolean;
  summary: string | null;
  is_pending: boolean;
  is_refused: boolean;
}

export const maxFound = 2_000;

/** Lower bounds of a class, whose occurrences begin at most its reach before the span. */
const branch = (span: number | null, cls: number) => `
  SELECT * FROM occurrence WHERE account_id = $1 AND class = ${cls} AND NOT deleted
    AND start_ms < $3 AND (end_ms > $2 OR start_ms >= $2) ${span === null ? '' : `AND start_ms > $2 - ${span}`}`;

const listSql = `
  SELECT o.calendar_id, o.event_uid, o.instance, o.start_ms::float8, o.end_ms::float8, o.class, o.managed,
         o.wire::json ->> 'summary' AS summary, pending.event_uid IS NOT NULL AS is_pending,
         ${isRefused} AS is_refused
  FROM (${reach.map((span, cls) => branch(span, cls)).join(' UNION ALL ')}) AS o
  LEFT JOIN pending_write AS pending USING (calendar_id, event_uid)
  LEFT JOIN event_state AS stored USING (calendar_id, event_uid)
  ORDER BY o.start_ms, o.calendar_id, o.event_uid, o.instance LIMIT ${maxFound + 1}`;

/** Events that overlap a span (epoch ms), the earliest first: at most one more than {@link maxFound}. */
export async function findOccurrences(pool: Pool, sub: string, span: { from: number; to: number }) {
  const { rows } = await pool.query<FoundOccurrence>(listSql, [sub, span.from, span.to]);
  return rows;
}

export const isAllDay = ({ class: cls }: { class: number }) => isAllDayClass(cls);

/** One event: what reads have of it, and what is to come. */
export interface FoundEvent {
  event_id: string | null;
  summary: string | null;
  managed: boolean;
  /** Its first occurrence that reads may return: instants, for an all-day event UTC midnights; null: there is none. */
  start_ms: number | null;
  end_ms: number | null;
  class: number | null;
  /** The zone of its start; null: that of the calendar, or none. */
  start_tzid: string | null;
  calendar_tzid: string | null;
  default_tzid: string;
  /** When its calendar was seen to be deleted at its provider, epoch ms; null: it exists. */
  calendar_deleted_ms: number | null;
  deleted: boolean;
  recurring: boolean;
  command: number;
  revision: number;
  pending_command: number | null;
  accepted_ms: number | null;
  /** `refused_at`: epoch ms. */
  refused_write: { operation: string; reason: string; code?: string; refused_at: number } | null;
  /** The number of the write that was refused. */
  refused_command: number | null;
  is_refused: boolean;
}

const eventSql = `
  SELECT coalesce(pending.event_id, stored.event_id) AS event_id,
         shown.wire::json ->> 'summary' AS summary, shown.start_ms::float8, shown.end_ms::float8, shown.class,
         shown.start_tzid, account.default_tzid,
         calendar.record ->> 'tzid' AS calendar_tzid,
         CASE WHEN calendar.deleted THEN (calendar.record ->> 'revision')::float8 END AS calendar_deleted_ms,
         coalesce(pending.event_id, stored.event_id) IS NOT NULL AS managed,
         coalesce(pending.deleted, stored.deleted) AS deleted, coalesce(stored.recurring, false) AS recurring,
         coalesce(stored.command, 0)::float8 AS command, coalesce(abs(stored.revision), 0)::float8 AS revision,
         pending.command::float8 AS pending_command, pending.accepted_at::float8 AS accepted_ms,
         stored.record -> 'refused_write' AS refused_write,
         (stored.record -> 'refused_write' ->> 'command')::float8 AS refused_command, ${isRefused} AS is_refused
  FROM (SELECT * FROM event_state WHERE account_id = $1 AND calendar_id = $2 AND event_uid = $3) AS stored
  FULL JOIN (SELECT * FROM pending_write WHERE account_id = $1 AND calendar_id = $2 AND event_uid = $3) AS pending
    USING (calendar_id, event_uid)
  JOIN account ON account.account_id = $1
  LEFT JOIN calendar_state AS calendar ON calendar.calendar_id = $2
  LEFT JOIN LATERAL (
    SELECT wire, start_ms, end_ms, class, start_tzid FROM occurrence AS o
    WHERE o.calendar_id = $2 AND o.event_uid = $3 AND o.account_id = $1 AND NOT o.deleted ORDER BY start_ms LIMIT 1
  ) AS shown ON true`;

/** Undefined: the account has no such event. */
export async function findEvent(pool: Pool, key: readonly [sub: string, calendarId: string, eventUid: string]) {
  const { rows } = await pool.query<FoundEvent>(eventSql, [...key]);
  return rows[0];
}

export interface LoggedStep {
  type: string;
  own: boolean;
  occurred_ms: number;
  /** Of an own write: when its request was received, its number, and the X-Request-Id; null if a release before logged it. */
  received_ms: number | null;
  command: number | null;
  request_id: string | null;
  reason: string | null;
  code: string | null;
}

const maxSteps = 200;

const stepsSql = `
  SELECT type, own, occurred_ms::float8, received_ms::float8, command::float8, request_id,
         subject::json -> 'refused_write' ->> 'reason' AS reason, subject::json -> 'refused_write' ->> 'code' AS code
  FROM change_log
  WHERE account_id = $1 AND subject::json ->> 'calendar_id' = $2 AND subject::json ->> 'event_uid' = $3
  ORDER BY seq DESC LIMIT ${maxSteps}`;

/** What the log of changes has about it, the oldest first. */
export async function findSteps(pool: Pool, key: readonly [sub: string, calendarId: string, eventUid: string]) {
  const { rows } = await pool.query<LoggedStep>(stepsSql, [...key]);
  return rows.reverse();
}
