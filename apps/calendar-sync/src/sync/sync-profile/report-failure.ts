import { metrics, type Logger } from '@kalends/service-runtime';
import { ProviderError } from '@kalends/provider-port/sync';
import type { ProfileRow } from '../../published-state/rows.js';

/** Counts and logs that a profile could not be synced. */
export function reportFailure(log: Logger, profile: ProfileRow, error: unknown): void {
  const fields = { profile_id: profile.profile_id, failures: profile.failures + 1 };
  const outcome = error instanceof ProviderError ? error.failure : 'unexpected';
  metrics.syncs.inc({ provider: profile.provider_name, outcome });
  if (error instanceof ProviderError) {
    const { failure, message: reason } = error;
    log.warn({ event: 'profile.sync_failed', ...fields, failure, reason }, 'a profile could not be synced');
  } else log.error({ err: error, ...fields }, 'a profile could not be synced');
}
