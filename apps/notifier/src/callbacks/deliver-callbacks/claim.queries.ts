import type { Pool } from 'pg';

/** A callback that a worker has claimed. */
export interface ClaimedCallback {
  callback_id: string;
  client_id: string;
  order_key: string;
  endpoint_id: string;
  origin: string;
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
  /** How many more each origin with deliveries in flight may have. */
  remainingByOrigin: ReadonlyMap<string, number>;
  /** The same for every other origin. */
  perOrigin: number;
  /** The total limit. */
  limit: number;
}

/**
 * The first due callbacks of each origin, round-robin, so that no origin waits behind another's backlog. Only the oldest
 * pending callback of an order key is claimed, and only if the application's secrets are known. The origins are found by a
 * loose index scan.
 */
const sql = `
  WITH RECURSIVE hop(origin) AS (
    (SELECT origin FROM delivery ORDER BY origin LIMIT 1)
    UNION ALL
    SELECT (SELECT next.origin FROM delivery AS next WHERE next.origin > hop.origin ORDER BY next.origin LIMIT 1)
    FROM hop WHERE hop.origin IS NOT NULL
  ), room AS (
    SELECT hop.origin, coalesce(busy.room, $4::integer) AS room
    FROM hop LEFT JOIN json_to_recordset($3::text::json) AS busy(origin text, room integer) USING (origin)
    WHERE hop.origin IS NOT NULL
  ), due AS (
    SELECT first.callback_id FROM room CROSS JOIN LATERAL (
      SELECT one.callback_id, one.next_attempt_at, one.seq,
             row_number() OVER (ORDER BY one.next_attempt_at, one.seq) AS turn
      FROM delivery AS one
      WHERE one.origin = room.origin AND one.next_attempt_at <= $2::bigint AND one.lease_id IS NULL
        AND EXISTS (SELECT FROM application WHERE application.client_id = one.client_id AND NOT deleted)
        AND NOT EXISTS (SELECT FROM delivery AS earlier WHERE earlier.client_id = one.client_id
                        AND earlier.order_key = one.order_key AND earlier.seq < one.seq)
      ORDER BY one.next_attempt_at, one.seq LIMIT room.room
    ) AS first
    ORDER BY first.turn, first.next_attempt_at, first.seq LIMIT $5
  ), free AS (
    SELECT delivery.callback_id FROM due JOIN delivery USING (callback_id)
    WHERE lease_id IS NULL FOR UPDATE OF delivery SKIP LOCKED
  )
  UPDATE delivery SET lease_id = $1 FROM free, callback, application
  WHERE delivery.callback_id = free.callback_id AND callback.callback_id = free.callback_id
    AND application.client_id = delivery.client_id
  RETURNING delivery.callback_id, delivery.client_id, delivery.order_key, delivery.endpoint_id, delivery.origin,
            delivery.attempts, callback.type, callback.smart_invite_id, callback.channel_id, callback.url, callback.body,
            callback.traceparent,
            CASE WHEN delivery.attempts = 0 AND next_attempt_at = created_at THEN caused_at END AS caused_at,
            application.secrets AS sealed_secrets`;

/** Claims due callbacks under the worker's lease. */
export async function claimCallbacks(pool: Pool, options: ClaimOptions): Promise<ClaimedCallback[]> {
  const { workerId, now, remainingByOrigin, perOrigin, limit } = options;
  const busy = JSON.stringify([...remainingByOrigin].map(([origin, room]) => ({ origin, room })));
  const values = [workerId, now, busy, perOrigin, limit];
  const { rows } = await pool.query<ClaimedCallback>({ name: 'claim-callbacks', text: sql, values });
  return rows;
}
