import { createEgress, createSealer } from '@kalends/service';
import type { Pool } from 'pg';
import { BuiltInProvider } from './built-in-provider/built-in-provider.js';
import { CaldavProvider, type DiscoveryMemory } from './caldav-provider/caldav-provider.js';
import { createDavFetch } from './caldav-provider/dav-fetch.js';
import type { Discovered } from './caldav-provider/discovery.js';
import type { CalendarSyncConfig } from './config.js';
import type { ProfileRow } from './state/rows.js';
import { ProviderError } from './provider/provider.port.js';
import type { ProviderOf } from './provider/providers.js';

/** A cold server may take this long over a calendar of 10,000 events. */
const timeoutMs = 120_000;
const maxBodyBytes = 32 * 1_048_576;
const remembered = 10_000;

/** The newest discoveries, by where and as whom they were made. */
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

/** Providers over the service's pool, with opened passwords and the egress guard for addresses that a user typed. */
export function createProviderOf(pool: Pool, config: CalendarSyncConfig): ProviderOf {
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const allowNetworks = config.ALLOW_NETWORKS ?? [];
  const egress = createEgress({ allowNetworks, timeoutMs });
  const fetch = createDavFetch(egress, { timeoutMs, maxBodyBytes });
  const memoryOf = createMemory();
  return (profile, signal) => {
    if (profile.provider_name === 'kalends') {
      return new BuiltInProvider(pool, { accountId: profile.account_id, profileId: profile.profile_id });
    }
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
}
