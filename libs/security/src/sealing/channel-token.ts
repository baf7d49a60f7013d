import { createHmac } from 'node:crypto';

/**
 * The token by which a provider's notification proves that its channel is ours: base64url of HMAC-SHA256 over the channel
 * id, keyed per provider from the oldest encryption key, so that adding a newer one invalidates no open channel.
 */
export function channelToken(keys: readonly Uint8Array[], provider: string, channelId: string): string {
  const oldest = keys.at(-1);
  if (oldest === undefined) throw new Error('channel tokens need an encryption key');
  const key = createHmac('sha256', oldest).update(`${provider}-channel`).digest();
  return createHmac('sha256', key).update(channelId).digest('base64url');
}
