import type { StagedCredentials } from '@kalends/contracts';
import type { CalendarProvider, Revocation } from '@kalends/provider-port/sync';
import type { Purpose } from '../budget/purpose.js';
import type { ProfileRow } from '../published-state/rows.js';

/** Creates the provider of a profile for one task. `signal` aborts all its requests. */
export type ProviderOf = (profile: ProfileRow, purpose: Purpose, signal?: AbortSignal) => CalendarProvider;

/** Revokes a profile at its provider. Throws ProviderErrors; repeating it does no harm. */
export type RevokeAtProvider = (providerName: string, revocation: Revocation) => Promise<void>;

/** A provider that uses freshly issued tokens which are not stored yet. */
export type ConnectionOf = (
  credentials: { profile_id: string } & Pick<
    Extract<StagedCredentials, { kind: 'oauth' }>,
    'provider_name' | 'sealed_tokens' | 'scope'
  >,
  signal: AbortSignal,
) => CalendarProvider;
