import type pg from 'pg';

/** What a query that got no answer in time fails with in `pg`, which has no class or code for it. */
const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** A connection inside `BEGIN … COMMIT`. */
type Transaction = pg.PoolClient;

/** A statement of the transaction failed and `work` went on: PostgreSQL answers COMMIT with ROLLBACK, without an error. */
class TransactionRolledBack extends Error {
  constructor() {
    super('the transaction was rolled back at its commit, since one of its statements had failed');
  }
}

/** What goes over the connection together with the transaction's begin, so that it costs no round trip of its own. */
interface TransactionOptions<F> {
  /**
   * Sends the first statements, all of them before it waits for an answer, so that they go out together with BEGIN. They
   * must write nothing: when BEGIN itself fails (somebody cancels just that), they run outside a transaction. A lock that is
   * not granted yet is waited for as usual, and what is read behind it is as of then.
   */
  first?: (transaction: Transaction) => Promise<F>;
}

/**
 * Runs `work` in one transaction, with what `first` has resolved to: commits when it resolves, rolls back and rethrows when it throws. Rejects with
 * {@link TransactionRolledBack} when `work` resolves although a statement failed: nothing of it was kept.
 * A connection that does not answer, or whose rollback fails, is not given back to the pool.
 */
export async function inTransaction<T, F = undefined>(
  pool: pg.Pool,
  work: (transaction: Transaction, first: F) => Promise<T>,
  { first }: TransactionOptions<F> = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const [, begun] = await Promise.all([client.query('BEGIN'), first?.(client)]);
    const result = await work(client, begun as F);
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new TransactionRolledBack();
    return result;
  } catch (error) {
    if (isQueryTimeout(error)) broken = error as Error;
    else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
