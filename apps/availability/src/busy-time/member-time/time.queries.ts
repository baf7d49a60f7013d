import type { unknownReason } from '@kalends/contracts';
import type { Period } from '@kalends/free-busy';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';

export type Queryable = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;
export type UnknownReason = z.infer<typeof unknownReason>;

export interface TimeRequest {
  readonly calendarIds: readonly string[];
  /** Blocks to compare; those with another revision are returned. */
  readonly requested: readonly RequestedBlock[];
  /** Recently written events. */
  readonly written: readonly { readonly calendar_id: string; readonly event_uid: string }[];
  readonly subs: readonly string[];
  /** People whose calendars all count. */
  readonly everywhere: readonly string[];
  readonly span: Period;
  /** Epoch ms, and milliseconds after which a provider's calendar that was neither read nor confirmed counts as unknown. */
  readonly freshness: { readonly now: number; readonly maxStaleness: number };
  /** Holds to ignore. */
  readonly ignoredHolds: { readonly client_id: string; readonly hold_ids: readonly string[] };
}

export interface RequestedBlock {
  readonly calendar_id: string;
  readonly block: number;
  /** The cached revision, '' if it is cached that there is no block; {@link nothing} or {@link withUids}. */
  readonly known: string;
}

/** Nothing of a block is cached. */
export const nothing = '?';
/** Requests a block with the uids of its events. */
export const withUids = '+';

/** A block that has changed, packed as base64 (a third of the time that hexadecimal takes); nulls if there is none. */
export type BlockRow = readonly [
  calendarId: string,
  block: number,
  revision: string | null,
  spans: string | null,
  flags: string | null,
  uids: string | null,
];

export interface TimeRow {
  /** From the first packed block to before the last. */
  readonly horizon_from: number;
  readonly horizon_to: number;
  readonly blocks: BlockRow[] | null;
  readonly revisions: [calendarId: string, eventUid: string, revision: number][] | null;
  readonly reasons: [calendarId: string, reason: UnknownReason][] | null;
  readonly unread: string[] | null;
  readonly holds: [sub: string, start: number, end: number][] | null;
}

/**
 * A row's version: the writing transaction and the row's location, in case a server after failover reuses the transaction
 * id. The subquery keeps the planner from reading the whole table: it expects more requested than there are.
 */
const blocksSql = `
  SELECT json_agg(json_build_array(requested.calendar_id, requested.block, revision, encode(spans, 'base64'),
                                   encode(flags, 'base64'), CASE known WHEN '${withUids}' THEN event_uids END))
  FROM ROWS FROM (json_array_elements_text($2), json_array_elements_text($3), json_array_elements_text($4))
    AS requested (calendar_id, block, known)
  LEFT JOIN LATERAL (
    SELECT xmin::text || ctid::text AS revision, spans, flags, event_uids
    FROM busy_block AS stored WHERE calendar_id = requested.calendar_id AND block = requested.block::int OFFSET 0) AS stored ON true
  WHERE known <> coalesce(revision, '')`;

const revisionsSql = `
  SELECT json_agg(json_build_array(calendar_id, event_uid, revision))
  FROM json_to_recordset($5) AS written (calendar_id text, event_uid text) JOIN event USING (calendar_id, event_uid)`;

/**
 * What is confirmed counts as read until now, as long as calendar-sync works: its newest record shows when it last did. An index has that
 * one at its end.
 */
const knownUntilSql = `
  greatest(last_sync, CASE WHEN confirmed_until IS NOT NULL
    THEN least(confirmed_until, (SELECT published_at FROM profile ORDER BY published_at DESC NULLS LAST LIMIT 1)) END)`;

/** The built-in calendar has no provider: its stored data is complete. */
const reasonsSql = `
  SELECT json_agg(json_build_array(calendar_id, reason)) FROM (
    SELECT calendar_id, CASE
      WHEN calendar.account_id IS NULL THEN 'unknown-calendar'
      WHEN calendar.deleted THEN NULL
      WHEN freshness = 'disconnected' OR NOT connected THEN 'disconnected'
      WHEN NOT synced THEN 'initial-sync'
      WHEN provider_name = 'kalends' THEN NULL
      WHEN last_sync IS NULL OR $6::bigint - least(${knownUntilSql}, unread_since) > $7::bigint THEN 'stale' END AS reason
    FROM json_array_elements_text($1) AS requested (calendar_id)
    LEFT JOIN (
      SELECT calendar_id, calendar.account_id, calendar.deleted, freshness, connected, synced, provider_name, last_sync,
             confirmed_until, unread_since
      FROM calendar LEFT JOIN profile USING (profile_id)
      WHERE calendar_id = ANY (ARRAY(SELECT json_array_elements_text($1)))) AS calendar USING (calendar_id)) AS known
  WHERE reason IS NOT NULL`;

const unreadSql = `
  SELECT json_agg(DISTINCT account_id) FROM profile
  WHERE account_id = ANY (ARRAY(SELECT json_array_elements_text($8))) AND NOT deleted AND initial_sync <> 'done'`;

const holdsSql = `
  SELECT json_agg(json_build_array(sub, member.start_ms, member.end_ms))
  FROM json_array_elements_text($9) AS requested (sub) JOIN hold_member AS member USING (sub)
  JOIN hold USING (client_id, hold_id)
  WHERE member.start_ms < $11::bigint AND member.end_ms > $10::bigint AND expires_ms > $6::bigint
    AND NOT (hold.client_id = $12 AND hold.hold_id = ANY ($13))`;

/**
 * One snapshot in one round trip, as JSON: a round trip costs more than most of the reads. Lists are passed as JSON, too:
 * the planner estimates each at a hundred rows, whatever its length, so one plan serves every request (planning takes longer
 * than reading).
 */
const timeSql = `
  SELECT horizon_from, horizon_to, (${blocksSql}) AS blocks, (${revisionsSql}) AS revisions, (${reasonsSql}) AS reasons,
         (${unreadSql}) AS unread, (${holdsSql}) AS holds
  FROM projection WHERE projection_id = 1`;

/** Reads people's stored busy time, and which of it is known. */
export async function readTime(db: Queryable, request: TimeRequest): Promise<TimeRow> {
  const { rows } = await db.query<TimeRow>({
    name: 'read-time',
    text: timeSql,
    values: [
      JSON.stringify(request.calendarIds),
      JSON.stringify(request.requested.map(({ calendar_id }) => calendar_id)),
      JSON.stringify(request.requested.map(({ block }) => block)),
      JSON.stringify(request.requested.map(({ known }) => known)),
      JSON.stringify(request.written),
      request.freshness.now,
      request.freshness.maxStaleness,
      JSON.stringify(request.everywhere),
      JSON.stringify(request.subs),
      request.span.start,
      request.span.end,
      request.ignoredHolds.client_id,
      request.ignoredHolds.hold_ids,
    ],
  });
  return rows[0]!;
}
