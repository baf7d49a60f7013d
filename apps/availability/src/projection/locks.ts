import type { PoolClient } from 'pg';
import type { Horizon } from './event-rows.js';

const horizonLock = 72_001;

/** Serialises the writers of one account's busy time until the transaction ends; the horizon's target stays meanwhile. */
export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query({
    name: 'lock-account',
    text: 'SELECT pg_advisory_xact_lock_shared($2), pg_advisory_xact_lock(hashtextextended($1, 9))',
    values: [accountId, horizonLock],
  });
}

/** Waits for every writer that may have packed up to an older target; holds off new ones. */
export async function lockHorizon(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [horizonLock]);
}

interface ProjectionRow {
  horizon_from: number;
  horizon_to: number;
  horizon_target: number;
}

/** `read`: the blocks that readers may trust; `write`: those that writers fill. */
export async function readHorizon(client: Pick<PoolClient, 'query'>): Promise<{ read: Horizon; write: Horizon }> {
  const { rows } = await client.query<ProjectionRow>({
    name: 'read-horizon',
    text: 'SELECT horizon_from, horizon_to, horizon_target FROM projection WHERE projection_id = 1',
  });
  const { horizon_from: from, horizon_to, horizon_target } = rows[0]!;
  return { read: { from, to: horizon_to }, write: { from, to: horizon_target } };
}
