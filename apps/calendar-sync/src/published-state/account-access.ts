import type { PoolClient } from 'pg';
import type { Db } from './rows.js';

/** An end or a beginning of an account's access; `access` as in the messages about it. */
interface AccountAccess {
  account_id: string;
  access: number;
  ended: boolean;
}

const recordSql = `
  INSERT INTO account_access AS held (account_id, access, ended) VALUES ($1, $2, $3)
  ON CONFLICT (account_id) DO UPDATE SET access = excluded.access, ended = excluded.ended
  WHERE held.access < excluded.access`;

/**
 * Records a message about an account's access, in the caller's transaction, which has locked the account. False: a newer
 * one, or this one, was handled before.
 */
export async function recordAccess(client: PoolClient, { account_id, access, ended }: AccountAccess): Promise<boolean> {
  return (await client.query(recordSql, [account_id, access, ended])).rowCount === 1;
}

/** Whether the newest message about an account's access is that it ended. */
export async function hasAccessEnded(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>('SELECT ended FROM account_access WHERE account_id = $1', [
    accountId,
  ]);
  return rows[0]?.ended ?? false;
}
