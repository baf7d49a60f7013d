import type { ChannelQuery, ChannelRecord, ChannelReply } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import { creationLock } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { endpointIdOf } from '../../callbacks/endpoint-id.js';
import { channelColumns, channelRecordOf, type Channel } from '../channel.js';
import { notifyChannels } from '../notify-channels.js';

type CreateRequest = Extract<ChannelQuery, { kind: 'create' }>;

/** The new channel, if one is created; whether it was there before, and whether the account has as many as it may have. */
const createSql = `
  WITH existing AS (
    SELECT count(*) >= $8 AS is_full, coalesce(bool_or(channel_id = $1), false) AS is_present
    FROM channel WHERE account_id = $3 AND client_id = $2),
  created AS (
    INSERT INTO channel (channel_id, client_id, account_id, callback_url, calendar_ids, only_managed, created_at, profile_expiring)
    SELECT $1, $2, $3, $4, $5, $6, $7::bigint, $9 FROM existing
    WHERE NOT is_full
      AND NOT EXISTS (SELECT FROM application WHERE client_id = $2 AND deleted)
      AND NOT EXISTS (SELECT FROM erased_account WHERE account_id = $3)
    ON CONFLICT (channel_id) DO NOTHING RETURNING ${channelColumns})
  SELECT is_full, is_present, row_to_json(created) AS channel FROM existing LEFT JOIN created ON true`;

interface Created {
  is_full: boolean;
  is_present: boolean;
  channel: Channel | null;
}

async function isDisabled(client: PoolClient, clientId: string, url: string): Promise<boolean> {
  const text = 'SELECT FROM endpoint WHERE endpoint_id = $1 AND disabled_at IS NOT NULL FOR SHARE';
  const { rowCount } = await client.query(text, [endpointIdOf(clientId, url)]);
  return rowCount === 1;
}

interface Creation {
  now: EpochMs;
  /** Most channels of the application on the account. */
  most: number;
}

/** Opens a channel and queues its verification, once however often it is repeated; in the caller's transaction. */
export async function createChannel(
  client: PoolClient,
  request: CreateRequest,
  { now, most }: Creation,
): Promise<ChannelReply> {
  const { client_id, account_id } = request;
  const { channel_id, callback_url, filters } = request.channel;
  if (await isDisabled(client, client_id, callback_url)) return { outcome: 'endpoint-disabled' };
  await client.query(creationLock('channel', account_id));
  const { calendar_ids = null, only_managed = false, profile_expiring = false } = filters;
  const columns = [channel_id, client_id, account_id, callback_url, calendar_ids, only_managed, now];
  const values = [...columns, most, profile_expiring];
  const { rows } = await client.query<Created>({ name: 'create-channel', text: createSql, values });
  const { channel, is_present, is_full } = rows[0]!;
  if (is_present) return { outcome: 'accepted' };
  if (!channel) return { outcome: 'unknown', ...(is_full ? { full: most } : {}) };
  await notifyChannels(client, [{ channel, notification: { type: 'verification' } }], now);
  return { outcome: 'accepted' };
}

const listSql = `
  SELECT ${channelColumns} FROM channel WHERE account_id = $1 AND client_id = $2 ORDER BY created_at, channel_id`;

/** The application's channels on an account, oldest first. */
export async function listChannels(pool: Pool, clientId: string, accountId: string): Promise<ChannelRecord[]> {
  const { rows } = await pool.query<Channel>({ name: 'list-channels', text: listSql, values: [accountId, clientId] });
  return rows.map(channelRecordOf);
}
