import type { StagedCredentials } from '@kalends/contracts';
import type { PendingRevocation } from '../../published-state/pending-revocations.js';
import type { ProfileRow } from '../../published-state/rows.js';
import type { CalendarProvider } from './provider.port.js';

/** Creates the provider of a profile. `signal` aborts all its requests. */
export type ProviderOf = (profile: ProfileRow, signal?: AbortSignal) => CalendarProvider;

export interface Revocation extends PendingRevocation {
  /** Whether revocation waits for the channels to be closed; they expire within days. */
  channelsFirst: boolean;
  /** False: the same person is connected elsewhere in Kalends, and would lose that connection as well. */
  revoke: boolean;
}

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
