import type { CallbackQuery } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import { domainOf, endpointIdOf, originOf } from '../endpoint-id.js';

type RequestOf<Kind extends CallbackQuery['kind']> = Extract<CallbackQuery, { kind: Kind }>;

const queueSql = `
  INSERT INTO delivery (callback_id, seq, client_id, order_key, endpoint_id, origin, domain, next_attempt_at)
  SELECT callback_id, seq, client_id, order_key, endpoint_id, $2, $4, $3::bigint
  FROM callback WHERE callback_id = ANY ($1::text[])
  ON CONFLICT (callback_id) DO UPDATE SET attempts = 0, next_attempt_at = excluded.next_attempt_at`;

const followersSql = `
  UPDATE delivery SET next_attempt_at = $2::bigint FROM callback
  WHERE callback.callback_id = ANY ($1::text[]) AND delivery.client_id = callback.client_id
    AND delivery.order_key = callback.order_key AND attempts = 0 AND next_attempt_at > $2::bigint`;

/** Callbacks to one URL. */
interface Queued {
  callbackIds: readonly string[];
  url: string;
}

/** The callbacks that waited behind them follow as soon as they are done. */
async function queue(client: PoolClient, { callbackIds, url }: Queued, now: number): Promise<void> {
  await client.query(`UPDATE callback SET status = 'pending', settled_at = NULL WHERE callback_id = ANY ($1::text[])`, [
    callbackIds,
  ]);
  await client.query(queueSql, [callbackIds, originOf(url), now, domainOf(url)]);
  await client.query(followersSql, [callbackIds, now]);
}

/**
 * Queues a callback again under its id, from the start of the schedule; if its endpoint is disabled, it waits until that is
 * enabled. Returns how many were queued; undefined: the application has no such callback. `now`: epoch ms.
 */
export async function replayCallback(client: PoolClient, { client_id, callback_id }: RequestOf<'replay'>, now: number) {
  const { rows } = await client.query<{ url: string; disabled: boolean }>(
    `SELECT callback.url, disabled_at IS NOT NULL AS disabled FROM callback LEFT JOIN endpoint USING (endpoint_id)
     WHERE callback_id = $1 AND callback.client_id = $2 FOR UPDATE OF callback`,
    [callback_id, client_id],
  );
  const found = rows[0];
  if (!found) return undefined;
  if (!found.disabled) {
    await queue(client, { callbackIds: [callback_id], url: found.url }, now);
    return 1;
  }
  await client.query(`UPDATE callback SET status = 'disabled' WHERE callback_id = $1`, [callback_id]);
  return 0;
}

/**
 * Enables an endpoint and queues its waiting callbacks, and those that failed permanently since it began to fail; but not
 * notifications of channels closed meanwhile. Returns how many; undefined: the application has no failing or disabled
 * endpoint with that URL. `now`: epoch ms.
 */
export async function enableEndpoint(
  client: PoolClient,
  { client_id, url }: RequestOf<'enable-endpoint'>,
  now: number,
) {
  const endpointId = endpointIdOf(client_id, url);
  const { rows } = await client.query<{ since: number | null }>(
    `SELECT failing_since AS since FROM endpoint
     WHERE endpoint_id = $1 AND (failing_since IS NOT NULL OR disabled_at IS NOT NULL) FOR UPDATE`,
    [endpointId],
  );
  if (!rows[0]) return undefined;
  await client.query('DELETE FROM endpoint WHERE endpoint_id = $1', [endpointId]);
  const waiting = await client.query<{ callback_id: string }>(
    `SELECT callback_id FROM callback WHERE client_id = $1 AND endpoint_id = $2
       AND (status IN ('pending', 'disabled') OR status = 'failed' AND settled_at >= $3)
       AND (channel_id IS NULL OR EXISTS (SELECT FROM channel WHERE channel.channel_id = callback.channel_id))`,
    [client_id, endpointId, rows[0].since ?? now],
  );
  const callbackIds = waiting.rows.map(({ callback_id }) => callback_id);
  await queue(client, { callbackIds, url }, now);
  return waiting.rows.length;
}
