import { toIso } from '@kalends/icalendar';
import { randomToken } from '@kalends/security';
import type { PoolClient } from 'pg';
import { enqueueCallbacks, type NewCallback } from '../callbacks/enqueue-callbacks.js';
import { channelRecordOf, type Channel, type ChannelNotification } from './channel.js';

/**
 * Delay of a change notification, ms: immediately following changes are included, and the gateway's read model has caught up
 * when the application reads.
 */
const gatherMs = 1_000;

/** One notification to one channel. */
export interface QueuedNotification {
  channel: Channel;
  notification: ChannelNotification;
}

function callbackOf({ channel, notification }: QueuedNotification, now: number): NewCallback {
  const isChange = notification.type === 'change';
  const content = isChange ? { type: notification.type, changes_since: toIso(notification.since) } : notification;
  return {
    callbackId: `cbk_${randomToken(24)}`,
    clientId: channel.client_id,
    type: notification.type,
    orderKey: channel.channel_id,
    channel: { channelId: channel.channel_id, accountId: channel.account_id },
    url: channel.callback_url,
    body: { notification: content, channel: channelRecordOf(channel) },
    dueAt: isChange ? now + gatherMs : now,
  };
}

/** The lock keeps a worker from claiming it before the transaction of the added change commits. */
const waitingSql = `
  SELECT delivery.callback_id, delivery.order_key AS channel_id,
         callback.body::json #>> '{notification,changes_since}' AS since
  FROM unnest($1::text[], $2::text[]) AS one(client_id, channel_id)
  JOIN delivery ON delivery.client_id = one.client_id AND delivery.order_key = one.channel_id
  JOIN callback USING (callback_id)
  WHERE callback.type = 'change' AND delivery.attempts = 0 AND delivery.lease_id IS NULL
  ORDER BY delivery.callback_id FOR UPDATE OF delivery`;

type Change = QueuedNotification & { notification: { type: 'change' } };
const isChange = (queued: QueuedNotification): queued is Change => queued.notification.type === 'change';

/**
 * The changes that need a new notification: those not covered by a pending one that was never attempted. One that was
 * attempted stays unchanged (a receiver may have accepted it, and know its id), so that at most one more waits behind it.
 */
async function coalesce(client: PoolClient, changes: readonly Change[]): Promise<Change[]> {
  if (changes.length === 0) return [];
  const values = [changes.map(({ channel }) => channel.client_id), changes.map(({ channel }) => channel.channel_id)];
  const { rows } = await client.query<{ callback_id: string; channel_id: string; since: string }>({
    name: 'waiting-changes',
    text: waitingSql,
    values,
  });
  const fresh = changes.filter(({ channel, notification }) => {
    const since = toIso(notification.since);
    return !rows.some((row) => row.channel_id === channel.channel_id && row.since <= since);
  });
  const replaced = new Set(fresh.map(({ channel }) => channel.channel_id));
  const obsolete = rows.filter(({ channel_id }) => replaced.has(channel_id)).map(({ callback_id }) => callback_id);
  if (obsolete.length > 0) {
    await client.query('DELETE FROM delivery WHERE callback_id = ANY ($1::text[])', [obsolete]);
    await client.query('DELETE FROM callback WHERE callback_id = ANY ($1::text[])', [obsolete]);
  }
  return fresh;
}

/**
 * Queues notifications, at most one `change` per channel, in the caller's transaction, which has locked the channels;
 * returns how many were queued. `now`: epoch ms.
 */
export async function notifyChannels(
  client: PoolClient,
  notifications: readonly QueuedNotification[],
  now: number,
): Promise<number> {
  const fresh = new Set<QueuedNotification>(await coalesce(client, notifications.filter(isChange)));
  const queued = notifications.filter((one) => !isChange(one) || fresh.has(one));
  await enqueueCallbacks(
    client,
    queued.map((one) => callbackOf(one, now)),
    now,
  );
  return queued.length;
}
