import { createEgress, createSealer } from '@kalends/service';
import type { Pool } from 'pg';
import { BuiltInProvider } from '../built-in-provider/built-in.provider.js';
import { CaldavProvider } from '../caldav-provider/caldav.provider.js';
import type { CalendarSyncConfig } from '../config.js';
import type { ProviderOf } from './providers.js';

/** Providers over the service's pool, with opened passwords and the egress guard for addresses that a user typed. */
export function createProviderOf(pool: Pool, config: CalendarSyncConfig): ProviderOf {
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const egress = createEgress({ allowNetworks: config.ALLOW_NETWORKS ?? [] });
  return (profile) => {
    if (profile.provider_name === 'kalends') {
      return new BuiltInProvider(pool, { accountId: profile.account_id, profileId: profile.profile_id });
    }
    return new CaldavProvider({
      providerName: profile.provider_name,
      url: profile.url!,
      username: profile.username!,
      password: sealer.open(profile.sealed_password!, `profile:${profile.profile_id}`),
      egress,
    });
  };
}
