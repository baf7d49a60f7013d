import type { Pool } from 'pg';
import type { Rooms } from './places.js';

/** A callback that a worker has claimed. */
export interface ClaimedCallback {
  callback_id: string;
  client_id: string;
  order_key: string;
  endpoint_id: string;
  origin: string;
  /** Its registrable domain. */
  domain: string;
  /** Attempts before this one since it was queued. */
  attempts: number;
  type: string;
  smart_invite_id: string | null;
  /** Of a push channel's notification. */
  channel_id: string | null;
  url: string;
  body: string;
  traceparent: string | null;
  /** When its reply was recorded, epoch ms; null for a later attempt, one that another's retry delayed, or no reply. */
  caused_at: number | null;
  sealed_secrets: { secret_id: string; sealed: string }[];
}

interface ClaimOptions {
  workerId: string;
  /** Epoch ms: callbacks due by then. */
  now: number;
  rooms: Rooms;
}

/**
 * The first due callbacks of each application and, within it, of each domain and origin, round-robin, so that none waits behind
 * another's backlog. Only the oldest pending callback of an order key is claimed, and only if the application's secrets are known.
 * Applications and origins are found by a loose index scan. The oldest of an order key is the first of an ordered index scan: a plan made
 * while the table was empty compared each callback with all others of its application (NOT EXISTS).
 */
const sql = `
  WITH RECURSIVE hop AS (
    (SELECT client_id, origin FROM delivery ORDER BY client_id, origin LIMIT 1)
    UNION ALL
    SELECT next.client_id, next.origin FROM hop CROSS JOIN LATERAL (
      SELECT client_id, origin FROM delivery AS one WHERE (one.client_id, one.origin) > (hop.client_id, hop.origin)
      ORDER BY client_id, origin LIMIT 1) AS next
  ), room AS (
    SELECT hop.*, coalesce(busy.room, ($3::text::json ->> 'origin')::integer) AS room
    FROM hop LEFT JOIN json_to_recordset($3::text::json -> 'origins') AS busy(client_id text, origin text, room integer)
      USING (client_id, origin)
  ), of_origin AS (
    SELECT first.* FROM room CROSS JOIN LATERAL (
      SELECT one.callback_id, one.client_id, coalesce(one.domain, one.origin) AS domain, one.next_attempt_at, one.seq,
             row_number() OVER (ORDER BY one.next_attempt_at, one.seq) AS turn
      FROM delivery AS one
      WHERE one.client_id = room.client_id AND one.origin = room.origin
        AND one.next_attempt_at <= $2::bigint AND one.lease_id IS NULL
        AND EXISTS (SELECT FROM application WHERE application.client_id = one.client_id AND NOT deleted)
        AND one.seq = (SELECT seq FROM delivery AS first
                       WHERE first.client_id = one.client_id AND first.order_key = one.order_key
                       ORDER BY client_id, order_key, seq LIMIT 1)
      ORDER BY one.next_attempt_at, one.seq LIMIT room.room
    ) AS first
  ), of_domain AS (
    SELECT *, row_number() OVER (PARTITION BY client_id, domain ORDER BY turn, next_attempt_at, seq) AS place
    FROM of_origin
  ), of_application AS (
    SELECT of_domain.*, row_number() OVER (PARTITION BY client_id ORDER BY place, next_attempt_at, seq) AS nth
    FROM of_domain
      LEFT JOIN json_to_recordset($3::text::json -> 'domains') AS busy(client_id text, domain text, room integer)
      USING (client_id, domain)
    WHERE place <= coalesce(busy.room, ($3::text::json ->> 'domain')::integer)
  ), due AS (
    SELECT callback_id FROM of_application
      LEFT JOIN json_to_recordset($3::text::json -> 'applications') AS busy(client_id text, room integer) USING (client_id)
    WHERE nth <= coalesce(busy.room, ($3::text::json ->> 'application')::integer)
    ORDER BY nth, next_attempt_at, seq LIMIT $4
  ), free AS (
    SELECT delivery.callback_id FROM due JOIN delivery USING (callback_id)
    WHERE lease_id IS NULL FOR UPDATE OF delivery SKIP LOCKED
  )
  UPDATE delivery SET lease_id = $1 FROM free, callback, application
  WHERE delivery.callback_id = free.callback_id AND callback.callback_id = free.callback_id
    AND application.client_id = delivery.client_id
  RETURNING delivery.callback_id, delivery.client_id, delivery.order_key, delivery.endpoint_id, delivery.origin,
            coalesce(delivery.domain, delivery.origin) AS domain,
            delivery.attempts, callback.type, callback.smart_invite_id, callback.channel_id, callback.url, callback.body,
            callback.traceparent,
            CASE WHEN delivery.attempts = 0 AND next_attempt_at = created_at THEN caused_at END AS caused_at,
            application.secrets AS sealed_secrets`;

/** Claims due callbacks under the worker's lease. */
export async function claimCallbacks(pool: Pool, { workerId, now, rooms }: ClaimOptions): Promise<ClaimedCallback[]> {
  const { limit, ...shares } = rooms;
  const values = [workerId, now, JSON.stringify(shares), limit];
  const { rows } = await pool.query<ClaimedCallback>({ name: 'claim-callbacks', text: sql, values });
  return rows;
}
