import { guardedRequest } from '@kalends/security';
import {
  ProviderError,
  type Revocation,
  requestFailure,
  retryAfterIn,
  unstoredTokens,
  tokensBody,
  type RefreshDependencies,
  type Tokens,
} from '@kalends/provider-port/sync';
import { GoogleApi } from './google-api.js';

interface RevocationDependencies extends RefreshDependencies {
  /** The Calendar API's address, without a trailing slash. */
  baseUrl: string;
  revokeUrl: string;
}

const deadlineMs = 15_000;

async function stopChannels(
  dependencies: RevocationDependencies,
  tokens: Tokens,
  channels: Revocation['channels'],
): Promise<void> {
  const { egress, baseUrl } = dependencies;
  const api = new GoogleApi({ egress, baseUrl, tokens: unstoredTokens(dependencies, tokens) });
  for (const { channelId: id, resourceId } of channels) {
    await api.call('/channels/stop', { method: 'POST', body: { id, resourceId } });
  }
}

/** RFC 7009, as Google documents it: 400 means that the token no longer exists. */
async function revokeToken({ egress, revokeUrl }: RevocationDependencies, token: string): Promise<void> {
  const url = new URL(revokeUrl);
  const answer = await guardedRequest(egress.dispatcher, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ token }).toString(),
    signal: AbortSignal.timeout(deadlineMs),
    maxBodyBytes: 65_536,
  }).catch((error: unknown) => {
    throw requestFailure(error, url.host);
  });
  if (answer.status === 200 || answer.status === 400) return;
  const headers = { get: (name: string) => [answer.headers[name]].flat()[0] ?? null };
  throw new ProviderError('unavailable', `Google answered ${answer.status} to a revocation.`, retryAfterIn(headers));
}

/**
 * Revokes a profile at Google: stops its watch channels (channels.stop), then revokes the permission. If the permission
 * is already revoked, neither is needed. Throws ProviderErrors; repeating it does no harm.
 */
export async function revokeAtGoogle(
  dependencies: RevocationDependencies,
  { tokens, channels, channelsFirst, revoke }: Revocation,
): Promise<void> {
  const stored = tokensBody.parse(JSON.parse(tokens));
  try {
    await stopChannels(dependencies, stored, channels);
  } catch (error) {
    const isRevoked = error instanceof ProviderError && error.failure === 'authentication-failed';
    if (isRevoked) return;
    const isRefused = error instanceof ProviderError && error.failure === 'refused';
    if (channelsFirst && !isRefused) throw error;
  }
  if (revoke) await revokeToken(dependencies, stored.refresh_token);
}
