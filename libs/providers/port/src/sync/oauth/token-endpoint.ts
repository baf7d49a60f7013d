import { guardedRequest, type Egress } from '@kalends/security';
import { z } from 'zod';
import { ProviderError } from '../provider.port.js';
import { consentEnd } from '../../consent-end.js';
import { requestFailure, retryAfterIn } from '../request-failure.js';

/** Tokens of a profile; epoch ms. `refresh_ends_at`: when the provider ends the consent; absent: no end is known. */
export const tokensBody = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  refresh_ends_at: z.number().optional(),
});
export type Tokens = z.infer<typeof tokensBody>;

/** A response of a token endpoint other than 200. */
export interface RefusedRefresh {
  status: number;
  text: string;
  /** From `Retry-After`. */
  retryAfterMs?: number;
}

/** The token endpoint of a provider, as one OAuth client uses it. */
export interface TokenEndpoint {
  /** For metrics. */
  provider: string;
  /** As displayed. */
  name: string;
  url: string;
  client: { id: string; secret: string };
  /** The `scope` parameter for the scopes that were granted; undefined: that of the tokens (RFC 6749 §6). */
  scopeFor?(granted: readonly string[]): string | undefined;
  /** Whether a refusal ends the connection (`authentication-failed`) or is temporary (`unavailable`). */
  failureOf(refused: RefusedRefresh): ProviderError;
}

export interface RefreshDependencies {
  egress: Pick<Egress, 'dispatcher'>;
  endpoint: TokenEndpoint;
  /** Current time in epoch ms. */
  clock: () => number;
}

const deadlineMs = 15_000;

const answerBody = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.unknown().optional(),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the token endpoint once (RFC 6749 §6); `granted`: the scopes of the tokens. Throws ProviderErrors. */
export async function refreshTokens(
  { egress, endpoint, clock }: RefreshDependencies,
  opened: Tokens,
  granted: readonly string[],
): Promise<Tokens> {
  const { name, client } = endpoint;
  const url = new URL(endpoint.url);
  const scope = endpoint.scopeFor?.(granted);
  const form = { grant_type: 'refresh_token', refresh_token: opened.refresh_token, ...(scope ? { scope } : {}) };
  const body = new URLSearchParams({ ...form, client_id: client.id, client_secret: client.secret }).toString();
  const answer = await guardedRequest(egress.dispatcher, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body,
    signal: AbortSignal.timeout(deadlineMs),
    maxBodyBytes: 1_048_576,
  }).catch((error: unknown) => {
    throw requestFailure(error, url.host);
  });
  const text = answer.body.toString();
  if (answer.status !== 200) {
    const headers = { get: (header: string) => [answer.headers[header]].flat()[0] ?? null };
    throw endpoint.failureOf({ status: answer.status, text, ...retryAfterIn(headers) });
  }
  const answered = answerBody.safeParse(jsonOf(text));
  if (!answered.success) throw new ProviderError('unavailable', `${name}’s response to a refresh token is unreadable.`);
  const { access_token, expires_in, refresh_token = opened.refresh_token, refresh_token_expires_in } = answered.data;
  const now = clock();
  // an answer without the member leaves the end that was reported before
  const refresh_ends_at = consentEnd(refresh_token_expires_in, now) ?? opened.refresh_ends_at;
  const ends = refresh_ends_at === undefined ? {} : { refresh_ends_at };
  return { access_token, refresh_token, expires_at: now + expires_in * 1000, ...ends };
}
