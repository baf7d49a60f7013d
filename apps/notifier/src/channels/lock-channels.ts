import type { PoolClient } from 'pg';
import { channelColumns, type Channel } from './channel.js';

/** The lock prevents a concurrent close, so that closing finds what is queued here. */
const channelsSql = `
  SELECT ${channelColumns} FROM channel WHERE account_id = ANY ($1::text[])
  ORDER BY channel_id FOR KEY SHARE`;

/** The accounts' channels, which stay until the transaction ends. */
export async function lockChannels(client: PoolClient, accountIds: readonly string[]): Promise<Channel[]> {
  const values = [[...new Set(accountIds)]];
  return (await client.query<Channel>({ name: 'channels-to-notify', text: channelsSql, values })).rows;
}
