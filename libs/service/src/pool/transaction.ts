import type pg from 'pg';
import { isQueryTimeout } from './patient-client.js';

/** A connection inside `BEGIN … COMMIT`. */
export type Transaction = pg.PoolClient;

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back and rethrows when it throws.
 * A connection that does not answer, or whose rollback fails, is not given back to the pool.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isQueryTimeout(error)) broken = error as Error;
    else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
