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

const foundSql = `
  SELECT callback_id, callback.url, disabled_at IS NOT NULL AS disabled FROM callback LEFT JOIN endpoint USING (endpoint_id)
  WHERE callback_id = ANY ($1::text[]) AND callback.client_id = $2 ORDER BY seq FOR UPDATE OF callback`;

/**
 * Queues callbacks again under their ids, from the start of the schedule; if their endpoint is disabled, they wait until that
 * is enabled. Returns how many were queued; undefined: the application has none of them. `now`: epoch ms.
 */
export async function replayCallbacks(
  client: PoolClient,
  { client_id, callback_id, more_ids = [] }: RequestOf<'replay'>,
  now: number,
): Promise<number | undefined> {
  const ids = [callback_id, ...more_ids];
  const { rows } = await client.query<{ callback_id: string; url: string; disabled: boolean }>(foundSql, [
    ids,
    client_id,
  ]);
  if (rows.length === 0) return undefined;
  const waiting = rows.filter(({ disabled }) => disabled).map((one) => one.callback_id);
  await client.query(`UPDATE callback SET status = 'disabled' WHERE callback_id = ANY ($1::text[])`, [waiting]);
  const byUrl = new Map<string, string[]>();
  for (const one of rows) if (!one.disabled) byUrl.set(one.url, [...(byUrl.get(one.url) ?? []), one.callback_id]);
  for (const [url, callbackIds] of byUrl) await queue(client, { callbackIds, url }, now);
  return rows.length - waiting.length;
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
