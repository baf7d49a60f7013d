import { accountLocks } from '@kalends/postgres';
import type { PoolClient } from 'pg';

const horizon = 71_001;

/**
 * Serialises the writers of these accounts' read model until the transaction ends, and prevents the horizon's target from
 * moving ({@link lockHorizon}).
 */
export const lockAccounts = accountLocks({ seed: 7, horizon });

export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query(lockAccounts([accountId]));
}

/** Waits for every writer that may have materialised a series up to an older target, and blocks new ones. */
export async function lockHorizon(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [horizon]);
}
