import type { UnreadReason } from '@kalends/contracts';
import type { ProviderFailure } from '@kalends/provider-port/sync';

/** What each failure of a provider means for whoever wonders why a profile is not read. */
export const reasonOf: Readonly<Record<ProviderFailure, UnreadReason>> = {
  'authentication-failed': 'credentials_refused',
  unavailable: 'provider_unavailable',
  refused: 'provider_refused',
  'calendar-gone': 'provider_refused',
  'not-a-provider': 'not_a_calendar_server',
  'address-refused': 'address_refused',
  'identity-not-proved': 'provider_refused',
};
