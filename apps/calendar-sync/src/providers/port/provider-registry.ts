import type { StagedCredentials } from '@kalends/contracts';
import type { PendingRevocation } from '../../published-state/pending-revocations.js';
import type { ProfileRow } from '../../published-state/rows.js';
import type { CalendarProvider } from './provider.port.js';

/** Makes the provider that a profile lives at. `signal` ends all its requests. */
export type ProviderOf = (profile: ProfileRow, signal?: AbortSignal) => CalendarProvider;

export interface Revocation extends PendingRevocation {
  /** Whether revoking waits for the channels to be stopped; they end by themselves within days. */
  channelsFirst: boolean;
  /** False: the same person is connected here elsewhere, and would lose that with it. */
  revoke: boolean;
}

/** Tells a provider that a profile is used no more. Throws ProviderErrors; repeating it does no harm. */
export type RevokeAtProvider = (providerName: string, leaving: Revocation) => Promise<void>;

/** A provider as seen with tokens that were just brought and are not kept yet. */
export type ConnectionOf = (
  brought: { profile_id: string } & Pick<Extract<StagedCredentials, { kind: 'oauth' }>, 'sealed_tokens' | 'scope'>,
  signal: AbortSignal,
) => CalendarProvider;
