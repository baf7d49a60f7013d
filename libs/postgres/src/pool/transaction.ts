import type pg from 'pg';

/** The error of `pg` for a query without a timely response; `pg` has no class or code for it. */
const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** A connection inside `BEGIN … COMMIT`. */
type Transaction = pg.PoolClient;

/** A statement of the transaction failed and `work` continued: PostgreSQL answers COMMIT with ROLLBACK, without an error. */
class TransactionRolledBack extends Error {
  constructor() {
    super('the transaction was rolled back at its commit, since one of its statements had failed');
  }
}

/** Statements sent together with the transaction's BEGIN, so that they cost no extra round trip. */
interface TransactionOptions<F> {
  /**
   * Sends the first statements, all of them before it waits for a response, so that they are sent together with BEGIN. They
   * must write nothing: when BEGIN itself fails (somebody cancels just that), they run outside a transaction. They wait for
   * locks as usual, and reads behind a lock see the state after it was granted.
   */
  first?: (transaction: Transaction) => Promise<F>;
}

/**
 * Runs `work` in one transaction, with the result of `first`: commits when it resolves, rolls back and rethrows when it
 * throws. Rejects with {@link TransactionRolledBack} when `work` resolves although a statement failed: nothing of it was
 * stored. A connection that does not respond, or whose rollback fails, is not returned to the pool.
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
