import { accountLocks } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import type { Horizon } from './event-rows.js';

const horizon = 72_001;

/**
 * Serialises the writers of these accounts' busy time until the transaction ends; the horizon's target cannot change
 * meanwhile ({@link lockHorizon}).
 */
export const lockAccounts = accountLocks({ seed: 9, horizon });

export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query(lockAccounts([accountId]));
}

/** Waits for every writer that may have packed up to an older target; blocks new ones. */
export async function lockHorizon(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [horizon]);
}

interface ProjectionRow {
  horizon_from: number;
  horizon_to: number;
  horizon_target: number;
}

const horizonSql = 'SELECT horizon_from, horizon_to, horizon_target FROM projection WHERE projection_id = 1';

const horizonsOf = ({ horizon_from: from, horizon_to, horizon_target }: ProjectionRow): Horizons => ({
  read: { from, to: horizon_to },
  write: { from, to: horizon_target },
});

/** `read`: the blocks that readers may trust; `write`: those that writers fill. */
interface Horizons {
  read: Horizon;
  write: Horizon;
}

export async function readHorizon(client: Pick<Pool, 'query'>): Promise<Horizons> {
  const { rows } = await client.query<ProjectionRow>({ name: 'read-horizon', text: horizonSql });
  return horizonsOf(rows[0]!);
}

/** The horizons for a writer of busy time, and which of the accounts have been erased. */
export async function readHorizonFor(
  client: Pick<PoolClient, 'query'>,
  accountIds: Iterable<string>,
): Promise<Horizons & { erased: ReadonlySet<string> }> {
  const { rows } = await client.query<ProjectionRow & { erased: string[] }>({
    name: 'read-horizon-for',
    text: `SELECT horizon_from, horizon_to, horizon_target,
                  ARRAY(SELECT account_id FROM erased_account WHERE account_id = ANY ($1::text[])) AS erased
           FROM projection WHERE projection_id = 1`,
    values: [[...accountIds]],
  });
  return { ...horizonsOf(rows[0]!), erased: new Set(rows[0]!.erased) };
}
