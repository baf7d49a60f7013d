import type { ConnectProfileReply } from '@kalends/contracts';
import { inTransaction, logEvent, type Logger } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type ProviderFailure } from '../provider/provider.port.js';
import { lockAccount } from './rows.js';

type Refused = Extract<ConnectProfileReply, { outcome: 'refused' }>;

export type Refusals = Readonly<Record<ProviderFailure, Refused['refusal']>>;

/** Below the ask's own deadline, so that a provider that does not answer is told apart from us not answering. */
const deadlineMs = 10_000;

/**
 * Tries credentials before they are kept: `look` finds out what is needed at the provider, `keep` stores it under the
 * account's lock, in one transaction. A provider's failure is the refusal that `refusals` names.
 */
export async function tryConnection<Found, Reply>(
  { pool, log }: { pool: Pool; log: Logger },
  accountId: string,
  refusals: Refusals,
  look: (signal: AbortSignal) => Promise<Found>,
  keep: (client: PoolClient, found: Found) => Promise<Reply>,
): Promise<Reply | Refused> {
  let found: Found;
  try {
    found = await look(AbortSignal.timeout(deadlineMs));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logEvent(log, 'profile-refused', { account_id: accountId, failure: error.failure });
    return { outcome: 'refused', refusal: refusals[error.failure], description: error.message };
  }
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId);
    return keep(client, found);
  });
}
