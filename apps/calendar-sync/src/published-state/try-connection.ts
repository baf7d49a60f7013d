import type { ConnectRefusal, StageProfileReply } from '@kalends/contracts';
import { logEvent, type Logger } from '@kalends/service-runtime';
import { ProviderError, type ProviderFailure } from '@kalends/provider-port/sync';

export type Refused = Extract<StageProfileReply, { outcome: 'refused' }>;

export type Refusals = Readonly<Record<ProviderFailure, ConnectRefusal>>;

/**
 * Shorter than the request's own deadline, to distinguish a provider that does not answer from Kalends not answering.
 */
const deadlineMs = 10_000;

interface Trial {
  log: Logger;
  profile_id: string;
  refusals: Refusals;
}

/**
 * Tries credentials: `inspect` fetches what is needed at the provider. `refusals` maps a provider's failure to the
 * refusal.
 */
export async function tryConnection<Found>(
  { log, profile_id, refusals }: Trial,
  inspect: (signal: AbortSignal) => Promise<Found>,
): Promise<Found | Refused> {
  try {
    return await inspect(AbortSignal.timeout(deadlineMs));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logEvent(log, 'connection.refused', { profile_id, failure: error.failure });
    const { failure, message: description, options } = error;
    const { appPasswordsOf: app_passwords_of } = options;
    const hint = app_passwords_of === undefined ? {} : { app_passwords_of };
    return { outcome: 'refused', refusal: refusals[failure], description, ...hint };
  }
}
