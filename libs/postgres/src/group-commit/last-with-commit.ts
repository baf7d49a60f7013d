import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../pool/transaction.js';

/** The result of work whose last statement was sent, possibly without an answer yet. */
export interface Sent<T> {
  result: T;
  last: Promise<unknown>;
}

/**
 * {@link inTransaction} with first statements, for work whose last statement's result is not needed: COMMIT is sent together
 * with it. If that statement fails, the transaction fails with its error.
 */
export async function lastWithCommit<T, F>(
  pool: Pool,
  first: (client: PoolClient) => Promise<F>,
  work: (client: PoolClient, first: F) => Promise<Sent<T>>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  const begun = async (client: PoolClient, given: F) => {
    const sent = await work(client, given);
    last = sent.last;
    return sent.result;
  };
  try {
    return await inTransaction(pool, begun, { first });
  } catch (error) {
    await last;
    throw error;
  }
}
