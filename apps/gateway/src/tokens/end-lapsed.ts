import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { endAccess, lapsedSql, lockAccess } from './account-access.js';

const batchSize = 500;

/**
 * Ends the access of accounts that no grant covers: the code of their journey has expired, or a release before this one
 * ended their grants. `now`: epoch ms. Returns how many have ended.
 */
export async function endLapsed(pool: Pool, now: number): Promise<number> {
  let ended = 0;
  for (;;) {
    const { rows } = await pool.query<{ account_id: string }>(lapsedSql, [batchSize, now]);
    const accountIds = rows.map(({ account_id }) => account_id);
    ended += await inTransaction(pool, async (client) => {
      await lockAccess(sqlOf(client), accountIds);
      return endAccess(sqlOf(client), accountIds, now);
    });
    if (rows.length < batchSize) return ended;
  }
}
