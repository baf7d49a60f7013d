import type { EpochMs } from '@kalends/icalendar';
import type { PoolClient } from 'pg';
import type { Db } from './rows.js';

/** Records for a while that an account was erased, in the caller's transaction. */
export async function recordErased(client: PoolClient, accountId: string, now: EpochMs): Promise<void> {
  await client.query('INSERT INTO erased_account (account_id, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    accountId,
    now,
  ]);
}

export async function isErased(db: Db, accountId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM erased_account WHERE account_id = $1', [accountId]);
  return (rowCount ?? 0) > 0;
}

/** Deletes the entries of accounts erased before `before`. */
export async function pruneErased(db: Db, before: EpochMs): Promise<void> {
  await db.query('DELETE FROM erased_account WHERE erased_at < $1', [before]);
}
