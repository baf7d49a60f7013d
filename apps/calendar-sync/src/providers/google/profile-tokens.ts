import { inTransaction } from '@kalends/postgres';
import { guardedRequest, type Egress, type Sealer } from '@kalends/security';
import { metrics } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { z } from 'zod';
import { ProviderError } from '../port/provider.port.js';
import { requestFailure } from '../port/request-failure.js';
import type { AccessTokens } from './google-api.js';

/** The sealed content of a profile's row; `expires_at` is epoch ms. */
export const tokensBody = z.object({ access_token: z.string(), refresh_token: z.string(), expires_at: z.number() });
export type Tokens = z.infer<typeof tokensBody>;

export interface TokenDependencies {
  pool: Pool;
  sealer: Sealer;
  egress: Pick<Egress, 'dispatcher'>;
  tokenUrl: string;
  client: { id: string; secret: string };
  /** Current time in epoch ms. */
  clock: () => number;
}

/** A profile's access tokens, and what its user granted with them. */
export interface ProfileTokens extends AccessTokens {
  /** The granted scopes, as reported by Google. Throws ProviderErrors. */
  scope(): Promise<readonly string[]>;
}

const deadlineMs = 15_000;
/** A token that expires within this time is refreshed first. */
const marginMs = 60_000;
const associatedData = (profileId: string) => `profile:${profileId}`;
const disconnected = (message: string) => new ProviderError('authentication-failed', message);

export function openTokens(sealer: Sealer, profileId: string, sealed: string): Tokens {
  return tokensBody.parse(JSON.parse(sealer.open(sealed, associatedData(profileId))));
}

export const sealTokens = (sealer: Sealer, profileId: string, tokens: Tokens): string =>
  sealer.seal(JSON.stringify(tokens), associatedData(profileId));

const answerBody = z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string().optional() });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the token endpoint once (RFC 6749 §6). A refused refresh token ends the connection. */
export async function refreshTokens(
  { egress, tokenUrl, client, clock }: Omit<TokenDependencies, 'pool' | 'sealer'>,
  opened: Tokens,
): Promise<Tokens> {
  const url = new URL(tokenUrl);
  const form = { grant_type: 'refresh_token', refresh_token: opened.refresh_token };
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
  if (answer.status === 400 && /"invalid_grant"/.test(text)) {
    throw disconnected('Google no longer grants access: the permission was revoked or has expired.');
  }
  if (answer.status !== 200)
    throw new ProviderError('unavailable', `Google answered ${answer.status} to a refresh token.`);
  const answered = answerBody.safeParse(jsonOf(text));
  if (!answered.success) throw new ProviderError('unavailable', 'Google’s response to a refresh token is unreadable.');
  const { access_token, expires_in, refresh_token } = answered.data;
  return {
    access_token,
    refresh_token: refresh_token ?? opened.refresh_token,
    expires_at: clock() + expires_in * 1000,
  };
}

/**
 * Refreshes under the lock of the tokens' row: of all concurrent callers, in any process, one calls the token endpoint
 * and the others use its result. New tokens, including the refresh token's successor, are stored before they are used.
 */
function renewLocked(
  dependencies: TokenDependencies,
  profileId: string,
  isStale: (opened: Tokens) => boolean,
): Promise<Tokens> {
  return inTransaction(dependencies.pool, async (client) => {
    const { rows } = await client.query<{ sealed_tokens: string }>(
      'SELECT sealed_tokens FROM oauth_token WHERE profile_id = $1 FOR UPDATE',
      [profileId],
    );
    if (!rows[0]) throw disconnected('The profile has no credentials.');
    const opened = openTokens(dependencies.sealer, profileId, rows[0].sealed_tokens);
    if (!isStale(opened)) return opened;
    const next = await refreshTokens(dependencies, opened).catch((error: unknown) => {
      const refused = error instanceof ProviderError && error.failure === 'authentication-failed';
      metrics.tokenRefreshes.inc({ provider: 'google', outcome: refused ? 'refused' : 'unavailable' });
      throw error;
    });
    metrics.tokenRefreshes.inc({ provider: 'google', outcome: 'done' });
    await client.query('UPDATE oauth_token SET sealed_tokens = $2 WHERE profile_id = $1', [
      profileId,
      sealTokens(dependencies.sealer, profileId, next),
    ]);
    return next;
  });
}

/** The access tokens of profiles, shared by all tasks of a process. */
export function createTokenStore(dependencies: TokenDependencies): (profileId: string) => ProfileTokens {
  const inFlight = new Map<string, Promise<Tokens>>();
  const hasEnded = ({ expires_at }: Tokens) => expires_at <= dependencies.clock() + marginMs;
  /** Only one database connection waits for a profile's lock, not one per task. */
  const renew = (profileId: string, isStale: (opened: Tokens) => boolean): Promise<Tokens> => {
    const known = inFlight.get(profileId);
    if (known) return known.then((opened) => (isStale(opened) ? renew(profileId, isStale) : opened));
    const work = renewLocked(dependencies, profileId, isStale).finally(() => inFlight.delete(profileId));
    inFlight.set(profileId, work);
    return work;
  };
  return (profileId) => {
    let opened: Tokens | undefined;
    const stored = async (): Promise<{ sealed_tokens: string; scope: string[] }> => {
      const { rows } = await dependencies.pool.query<{ sealed_tokens: string; scope: string[] }>(
        'SELECT sealed_tokens, scope FROM oauth_token WHERE profile_id = $1',
        [profileId],
      );
      if (!rows[0]) throw disconnected('The profile has no credentials.');
      return rows[0];
    };
    return {
      scope: async () => (await stored()).scope,
      current: async () => {
        opened ??= openTokens(dependencies.sealer, profileId, (await stored()).sealed_tokens);
        if (hasEnded(opened)) opened = await renew(profileId, hasEnded);
        return opened.access_token;
      },
      renewed: async (refused) => {
        opened = await renew(profileId, (one) => one.access_token === refused || hasEnded(one));
        return opened.access_token;
      },
    };
  };
}

/** Freshly issued tokens: they are used as they are. */
export const issuedTokens = ({ access_token }: Tokens, scope: readonly string[]): ProfileTokens => ({
  scope: async () => scope,
  current: async () => access_token,
  renewed: async () => {
    throw disconnected('Google did not accept the access token.');
  },
});
