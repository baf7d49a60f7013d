import { createEgress, type Egress, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { CaldavProvider, type DiscoveryMemory } from './providers/caldav/caldav-provider.js';
import { createDavFetch } from './providers/caldav/dav-fetch.js';
import type { Discovered } from './providers/caldav/discovery.js';
import type { CalendarSyncConfig, GoogleConfig } from './config.js';
import { GoogleProvider } from './providers/google/google-provider.js';
import { revokeAtGoogle } from './providers/google/revoke-at-google.js';
import { issuedTokens, createTokenStore, openTokens } from './providers/google/profile-tokens.js';
import type { Clock } from './injection-tokens.js';
import type { ProfileRow } from './published-state/rows.js';
import { ProviderError } from './providers/port/provider.port.js';
import type { ConnectionOf, RevokeAtProvider, ProviderOf } from './providers/port/provider-registry.js';

/** A cold server may take this long to process a calendar of 10,000 events. */
const timeoutMs = 120_000;
const maxBodyBytes = 32 * 1_048_576;
const remembered = 10_000;

/** The most recent discoveries, by address and user. */
function createMemory(): (profile: ProfileRow) => DiscoveryMemory {
  const known = new Map<string, Discovered>();
  return ({ profile_id, url, username }) => {
    const key = JSON.stringify([profile_id, url, username]);
    return {
      get: () => known.get(key),
      set: (discovered) => {
        known.delete(key);
        if (!discovered) return;
        known.set(key, discovered);
        if (known.size > remembered) known.delete(known.keys().next().value!);
      },
    };
  };
}

interface ProvidersDependencies {
  pool: Pool;
  sealer: Sealer;
  config: CalendarSyncConfig;
  clock: Clock;
}

interface GoogleDependencies extends Omit<ProvidersDependencies, 'config'> {
  egress: Pick<Egress, 'dispatcher'>;
  config: GoogleConfig;
}

interface Providers {
  providerOf: ProviderOf;
  connectionOf: ConnectionOf;
  revokeAtProvider: RevokeAtProvider;
}

const notSetUp = (): never => {
  throw new ProviderError('unavailable', 'Google is not configured: GOOGLE_CLIENT_ID is missing.');
};

/** Google's accounts, if the operator has an OAuth client there. */
function createGoogle({ pool, sealer, egress, config, clock }: GoogleDependencies): Providers {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret = '', GOOGLE_TOKEN_URL: tokenUrl } = config;
  const baseUrl = config.GOOGLE_API_URL.replace(/\/+$/, '');
  const revocationDependencies = {
    egress,
    clock,
    tokenUrl,
    client: { id: id ?? '', secret },
    baseUrl,
    revokeUrl: config.GOOGLE_REVOKE_URL,
  };
  const revokeAtProvider: RevokeAtProvider = (_name, revocation) => revokeAtGoogle(revocationDependencies, revocation);
  if (id === undefined) return { providerOf: notSetUp, connectionOf: notSetUp, revokeAtProvider };
  const tokensOf = createTokenStore({ pool, sealer, egress, tokenUrl, client: { id, secret }, clock });
  return {
    providerOf: ({ profile_id }, signal) =>
      new GoogleProvider({ egress, baseUrl, tokens: tokensOf(profile_id), signal }),
    connectionOf: ({ profile_id, sealed_tokens, scope }, signal) => {
      const tokens = issuedTokens(openTokens(sealer, profile_id, sealed_tokens), scope);
      return new GoogleProvider({ egress, baseUrl, tokens, signal });
    },
    revokeAtProvider,
  };
}

/** Providers over the service's pool, with opened secrets, and the egress guard for addresses that users enter. */
export function createProviders({ pool, sealer, config, clock }: ProvidersDependencies): Providers {
  const allowNetworks = config.ALLOW_NETWORKS ?? [];
  const egress = createEgress({ allowNetworks, timeoutMs });
  const fetch = createDavFetch(egress, { timeoutMs, maxBodyBytes });
  const memoryOf = createMemory();
  const google = createGoogle({ pool, sealer, egress, config, clock });
  const providerOf: ProviderOf = (profile, signal) => {
    if (profile.provider_name === 'google') return google.providerOf(profile, signal);
    const { provider_name, profile_id, url, username, sealed_password } = profile;
    if (url === null || username === null || sealed_password === null) {
      throw new ProviderError('authentication-failed', 'The profile has no credentials.');
    }
    const password = sealer.open(sealed_password, `profile:${profile_id}`);
    return new CaldavProvider(
      { providerName: provider_name, url, username, password, fetch, signal },
      memoryOf(profile),
    );
  };
  return { providerOf, connectionOf: google.connectionOf, revokeAtProvider: google.revokeAtProvider };
}
