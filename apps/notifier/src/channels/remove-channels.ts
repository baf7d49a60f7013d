import type { PoolClient } from 'pg';

/** A closed channel. */
export interface RemovedChannel {
  channel_id: string;
  client_id: string;
}

const dropSql = `
  DELETE FROM delivery USING unnest($1::text[], $2::text[]) AS one(client_id, channel_id)
  WHERE delivery.client_id = one.client_id AND delivery.order_key = one.channel_id RETURNING callback_id`;

/**
 * Removes the pending notifications of channels from the queue; returns the affected callbacks. The channels' rows are
 * deleted first.
 */
async function dropQueued(client: PoolClient, removed: readonly RemovedChannel[]): Promise<string[]> {
  const values = [removed.map(({ client_id }) => client_id), removed.map(({ channel_id }) => channel_id)];
  const { rows } = await client.query<{ callback_id: string }>(dropSql, values);
  return rows.map(({ callback_id }) => callback_id);
}

/** The application closes its channel: pending notifications are dropped. Returns whether there was such a channel. */
export async function removeChannel(client: PoolClient, channel: RemovedChannel & { account_id: string }) {
  const { rows } = await client.query<RemovedChannel>(
    'DELETE FROM channel WHERE channel_id = $1 AND client_id = $2 AND account_id = $3 RETURNING channel_id, client_id',
    [channel.channel_id, channel.client_id, channel.account_id],
  );
  if (rows.length === 0) return false;
  const dropped = await dropQueued(client, rows);
  await client.query('DELETE FROM attempt WHERE callback_id = ANY ($1::text[])', [dropped]);
  await client.query('DELETE FROM callback WHERE callback_id = ANY ($1::text[])', [dropped]);
  return true;
}

/** Closes channels that can no longer be notified; pending notifications count as failed. `now`: epoch ms. */
export async function closeChannels(client: PoolClient, channelIds: readonly string[], now: number) {
  const { rows } = await client.query<RemovedChannel>(
    'DELETE FROM channel WHERE channel_id = ANY ($1::text[]) RETURNING channel_id, client_id',
    [channelIds],
  );
  const dropped = await dropQueued(client, rows);
  await client.query(
    `UPDATE callback SET status = 'failed', settled_at = $2::bigint WHERE callback_id = ANY ($1::text[])`,
    [dropped, now],
  );
  return rows;
}

const seenTables = ['seen_event', 'seen_calendar', 'seen_profile'];

/** Deletes endpoint data of closed channels, unless others use it: addresses may be personal data. */
const endpointsSql = `
  DELETE FROM endpoint USING unnest($1::text[], $2::text[]) AS gone (client_id, url)
  WHERE endpoint.client_id = gone.client_id AND endpoint.url = gone.url
    AND NOT EXISTS (SELECT FROM callback WHERE callback.client_id = endpoint.client_id
                      AND callback.endpoint_id = endpoint.endpoint_id)
    AND NOT EXISTS (SELECT FROM channel WHERE channel.client_id = endpoint.client_id
                      AND channel.callback_url = endpoint.url)`;

/** Deletes everything of these accounts permanently: later records of their calendars are ignored. `now`: epoch ms. */
export async function eraseAccounts(client: PoolClient, accountIds: readonly string[], now: number): Promise<void> {
  const of = [accountIds];
  await client.query(
    `INSERT INTO erased_account (account_id, erased_at) SELECT id, $2::bigint FROM unnest($1::text[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING`,
    [accountIds, now],
  );
  const { rows: channels } = await client.query<{ client_id: string; callback_url: string }>(
    'DELETE FROM channel WHERE account_id = ANY ($1::text[]) RETURNING client_id, callback_url',
    of,
  );
  const mine = 'callback.account_id = ANY ($1::text[])';
  for (const table of ['delivery', 'attempt']) {
    await client.query(
      `DELETE FROM ${table} USING callback WHERE ${table}.callback_id = callback.callback_id AND ${mine}`,
      of,
    );
  }
  await client.query(`DELETE FROM callback WHERE ${mine}`, of);
  await client.query(endpointsSql, [
    channels.map(({ client_id }) => client_id),
    channels.map(({ callback_url }) => callback_url),
  ]);
  for (const table of seenTables) await client.query(`DELETE FROM ${table} WHERE account_id = ANY ($1::text[])`, of);
}
