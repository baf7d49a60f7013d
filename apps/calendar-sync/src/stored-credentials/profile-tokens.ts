import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import type { Sealer } from '@kalends/security';
import { metrics } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { ZodError } from 'zod';
import {
  ProviderError,
  refreshTokens,
  tokensBody,
  type ProfileTokens,
  type RefreshDependencies,
  type Tokens,
} from '@kalends/provider-port/sync';

export interface TokenDependencies extends RefreshDependencies {
  pool: Pool;
  sealer: Sealer;
}

/** A token that expires within this time is refreshed first. */
const marginMs = 60_000;
const associatedData = (profileId: string) => `profile:${profileId}`;
const disconnected = (message: string) => new ProviderError('authentication-failed', message, { isFinal: true });

export function openTokens(sealer: Sealer, profileId: string, sealed: string): Tokens {
  return tokensBody.parse(JSON.parse(sealer.open(sealed, associatedData(profileId))));
}

/** When the provider ends the consent of sealed tokens, epoch ms; null: no end is known, or they are in a format of the provider's own. */
export function consentEndIn(sealer: Sealer, profileId: string, sealed: string): EpochMs | null {
  try {
    return openTokens(sealer, profileId, sealed).refresh_ends_at ?? null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError) return null;
    throw error;
  }
}

export const sealTokens = (sealer: Sealer, profileId: string, tokens: Tokens): string =>
  sealer.seal(JSON.stringify(tokens), associatedData(profileId));

interface StoredTokens {
  sealed_tokens: string;
  scope: string[];
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
  const { provider } = dependencies.endpoint;
  return inTransaction(dependencies.pool, async (client) => {
    const { rows } = await client.query<StoredTokens>(
      'SELECT sealed_tokens, scope FROM oauth_token WHERE profile_id = $1 FOR UPDATE',
      [profileId],
    );
    if (!rows[0]) throw disconnected('The profile has no credentials.');
    const opened = openTokens(dependencies.sealer, profileId, rows[0].sealed_tokens);
    if (!isStale(opened)) return opened;
    const next = await refreshTokens(dependencies, opened, rows[0].scope).catch((error: unknown) => {
      const refused = error instanceof ProviderError && error.failure === 'authentication-failed';
      metrics.tokenRefreshes.inc({ provider, outcome: refused ? 'refused' : 'unavailable' });
      throw error;
    });
    metrics.tokenRefreshes.inc({ provider, outcome: 'done' });
    await client.query('UPDATE oauth_token SET sealed_tokens = $2, ends_at = $3 WHERE profile_id = $1', [
      profileId,
      sealTokens(dependencies.sealer, profileId, next),
      next.refresh_ends_at ?? null,
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
    const stored = async (): Promise<StoredTokens> => {
      const { rows } = await dependencies.pool.query<StoredTokens>(
        'SELECT sealed_tokens, scope FROM oauth_token WHERE profile_id = $1',
        [profileId],
      );
      if (!rows[0]) throw disconnected('The profile has no credentials.');
      return rows[0];
    };
    return {
      scope: async () => (await stored()).scope,
      // read for each request: none is sent after access to the profile ended
      current: async () => {
        const opened = openTokens(dependencies.sealer, profileId, (await stored()).sealed_tokens);
        return (hasEnded(opened) ? await renew(profileId, hasEnded) : opened).access_token;
      },
      renewed: async (refused) =>
        (await renew(profileId, (one) => one.access_token === refused || hasEnded(one))).access_token,
    };
  };
}
