import { inTransaction } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';

/** Applies records in the order of their arrival: one transaction per account. */
export async function applyByAccount<Body extends { account_id: string }>(
  pool: Pool,
  batch: readonly { body: Body }[],
  apply: (client: PoolClient, accountId: string, records: readonly Body[]) => Promise<void>,
): Promise<void> {
  const byAccount = new Map<string, Body[]>();
  for (const { body } of batch) {
    const held = byAccount.get(body.account_id);
    if (held) held.push(body);
    else byAccount.set(body.account_id, [body]);
  }
  for (const [accountId, records] of byAccount) {
    await inTransaction(pool, (client) => apply(client, accountId, records));
  }
}

/** A projection's tables that have a row per record, with `account_id` and `revision`; and how it locks an account. */
export interface HeldState {
  tables: readonly string[];
  lock(client: PoolClient, accountId: string): Promise<void>;
}

async function eachAccount(
  pool: Pool,
  { tables, lock }: HeldState,
  condition: string,
  work: (client: PoolClient, accountId: string) => Promise<void>,
): Promise<void> {
  const union = tables.map((table) => `SELECT account_id FROM ${table} WHERE ${condition}`).join(' UNION ');
  const { rows } = await pool.query<{ account_id: string }>(union);
  for (const { account_id } of rows) {
    await inTransaction(pool, async (client) => {
      await lock(client, account_id);
      await work(client, account_id);
    });
  }
}

/**
 * Marks all that is held as older than any record: its revision becomes negative. It goes on to be answered from, and
 * every record that is read again, or is new, replaces it.
 */
export function distrustHeld(pool: Pool, state: HeldState): Promise<void> {
  return eachAccount(pool, state, 'revision > 0', async (client, accountId) => {
    for (const table of state.tables) {
      await client.query(`UPDATE ${table} SET revision = -revision WHERE account_id = $1 AND revision > 0`, [
        accountId,
      ]);
    }
  });
}

/** What a projection does beside removing rows, per account: `before` with what is still marked, `after` with the rest. */
export interface Sweeping {
  before?(client: PoolClient, accountId: string): Promise<void>;
  after(client: PoolClient, accountId: string): Promise<void>;
}

/** Removes what is still marked after the whole topic has been read; returns how many rows. */
export async function sweepHeld(pool: Pool, state: HeldState, { before, after }: Sweeping): Promise<number> {
  let removed = 0;
  await eachAccount(pool, state, 'true', async (client, accountId) => {
    await before?.(client, accountId);
    for (const table of state.tables) {
      const gone = await client.query(`DELETE FROM ${table} WHERE account_id = $1 AND revision <= 0`, [accountId]);
      removed += gone.rowCount ?? 0;
    }
    await after(client, accountId);
  });
  return removed;
}
