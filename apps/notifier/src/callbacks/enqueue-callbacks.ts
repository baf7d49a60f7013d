import type { BookingCallbackBody, ChannelCallbackBody, SmartInviteCallbackBody } from '@kalends/contracts';
import { currentTraceparent } from '@kalends/service-runtime';
import type { PoolClient } from 'pg';
import { domainOf, endpointIdOf, originOf } from './endpoint-id.js';

/** A callback for an application. */
export interface NewCallback {
  /** The `webhook-id`, the same on every attempt. */
  callbackId: string;
  clientId: string;
  /** The `notification.type` of its body. */
  type: string;
  /** Callbacks of one key reach the application in the order in which they were enqueued. */
  orderKey: string;
  smartInviteId?: string;
  /** Of a push channel's notification. */
  channel?: { channelId: string; accountId: string };
  url: string;
  /** Serialised to JSON once, here, so that every attempt sends and signs the same bytes. */
  body: SmartInviteCallbackBody | ChannelCallbackBody | BookingCallbackBody;
  /** Not sent before, epoch ms; defaults to immediately. */
  dueAt?: number;
  /** When what it reports happened, epoch ms; measured until the first attempt. */
  causedAt?: number;
  /** The trace of its attempts; defaults to that of the active span. */
  traceparent?: string | undefined;
}

/**
 * A callback behind one that waits for its next attempt waits as long; the end of that one wakes it. The lock on its row
 * serialises the two: either its end sees the new callback, or the new one sees its end.
 */
const sql = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1::text::json) AS
      one(place integer, callback_id text, client_id text, type text, order_key text, smart_invite_id text,
          channel_id text, account_id text, endpoint_id text, origin text, domain text, url text, body text, due_at bigint,
          traceparent text, caused_at bigint)
  ), made AS (
    INSERT INTO callback (callback_id, client_id, type, order_key, smart_invite_id, channel_id, account_id, endpoint_id,
                          url, body, traceparent, caused_at, status, created_at)
    SELECT callback_id, client_id, type, order_key, smart_invite_id, channel_id, account_id, endpoint_id, url, body,
           traceparent, caused_at,
           CASE WHEN EXISTS (SELECT FROM endpoint WHERE endpoint.endpoint_id = given.endpoint_id
                             AND disabled_at IS NOT NULL) THEN 'disabled' ELSE 'pending' END, $2::bigint
    FROM given
    WHERE NOT EXISTS (SELECT FROM application WHERE application.client_id = given.client_id AND deleted)
    ORDER BY place
    RETURNING callback_id, seq, status
  )
  INSERT INTO delivery (callback_id, seq, client_id, order_key, endpoint_id, origin, domain, next_attempt_at)
  SELECT callback_id, seq, client_id, order_key, endpoint_id, origin, domain,
         greatest(ahead.next_attempt_at, due_at)
  FROM made JOIN given USING (callback_id) LEFT JOIN LATERAL (
    SELECT delivery.next_attempt_at FROM delivery
    WHERE delivery.client_id = given.client_id AND delivery.order_key = given.order_key AND next_attempt_at > $2::bigint
    ORDER BY delivery.seq LIMIT 1 FOR SHARE
  ) AS ahead ON true
  WHERE status = 'pending'`;

/**
 * Stores callbacks, in the caller's transaction and in the order given; wake the delivery worker after the commit. Callbacks
 * to a disabled endpoint wait until it is enabled; those of a deleted application are dropped. `now`: epoch ms.
 */
export async function enqueueCallbacks(client: PoolClient, callbacks: readonly NewCallback[], now: number) {
  if (callbacks.length === 0) return;
  const rows = callbacks.map(({ callbackId, clientId, type, orderKey, url, body, ...more }, place) => ({
    place,
    callback_id: callbackId,
    client_id: clientId,
    type,
    order_key: orderKey,
    smart_invite_id: more.smartInviteId ?? null,
    channel_id: more.channel?.channelId ?? null,
    account_id: more.channel?.accountId ?? null,
    endpoint_id: endpointIdOf(clientId, url),
    origin: originOf(url),
    domain: domainOf(url),
    url,
    body: JSON.stringify(body),
    due_at: more.dueAt ?? now,
    traceparent: more.traceparent ?? currentTraceparent() ?? null,
    caused_at: more.causedAt ?? null,
  }));
  await client.query({ name: 'enqueue-callbacks', text: sql, values: [JSON.stringify(rows), now] });
}
