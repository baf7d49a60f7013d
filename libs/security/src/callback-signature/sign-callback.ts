import { createHmac } from 'node:crypto';

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest('base64');

/** Value of `Cronofy-HMAC-SHA256`: standard base64 of HMAC-SHA256 over the raw body, one per secret, comma-separated. */
export const bodySignatures = (secrets: readonly string[], body: string): string =>
  secrets.map((secret) => hmac(secret, body)).join(',');

/** The signed content of a webhook signature. `timestamp`: epoch seconds. */
interface SignedMessage {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * Value of `webhook-signature` (Standard Webhooks): `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, one per
 * secret, space-separated. The key is the client secret's bytes, which receivers write as `whsec_` + base64 of them.
 */
export const webhookSignatures = (secrets: readonly string[], { id, timestamp, body }: SignedMessage): string =>
  secrets.map((secret) => `v1,${hmac(secret, `${id}.${timestamp}.${body}`)}`).join(' ');

/**
 * All headers that authenticate a callback: `now` is epoch ms, `secrets` the application's live ones. Throws without any.
 */
export function signCallback(secrets: readonly string[], { id, body }: { id: string; body: string }, now: number) {
  if (secrets.length === 0) throw new Error('a callback is never sent unsigned');
  const timestamp = Math.floor(now / 1000);
  return {
    'cronofy-hmac-sha256': bodySignatures(secrets, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhookSignatures(secrets, { id, timestamp, body }),
  };
}
