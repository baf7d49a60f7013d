import { accessEnded } from '@kalends/contracts';
import { addToOutbox, message, type Sql } from '@kalends/messaging';

interface Ended {
  account_id: string;
  client_id: string;
  access: string;
}

/** A code that may still be redeemed is about to become a grant. */
const uncovered = `
  NOT access_ended
  AND NOT EXISTS (SELECT FROM authorization_grant AS valid WHERE valid.account_id = account.account_id)
  AND NOT EXISTS (SELECT FROM authorization_code AS code WHERE code.account_id = account.account_id
                    AND code.grant_id IS NULL AND code.expires_at > to_timestamp($2::float8 / 1000))`;

const endSql = `
  UPDATE account SET access_ended = true, access = access + 1 WHERE account_id = ANY ($1::text[]) AND ${uncovered}
  RETURNING account_id, client_id, access::text`;

/**
 * Locks accounts until the caller's transaction ends, so that of two transactions that each end one of two grants, the
 * second one sees that none remains.
 */
export async function lockAccess(sql: Sql, accountIds: readonly string[]): Promise<void> {
  await sql.query(
    'SELECT FROM account WHERE account_id = ANY ($1::text[]) ORDER BY account_id COLLATE "C" FOR NO KEY UPDATE',
    [accountIds],
  );
}

/**
 * The access of those of the accounts that have no grant left has ended: extended permissions end as well, and the other
 * services are notified, in the caller's transaction, which has locked the accounts. Every way in which access ends, other than
 * erasure, leads here. `now`: epoch ms. Returns how many have ended.
 */
export async function endAccess(sql: Sql, accountIds: readonly string[], now: number): Promise<number> {
  const ended = await sql.query<Ended>(endSql, [accountIds, now]);
  if (ended.length === 0) return 0;
  const ids = ended.map(({ account_id }) => account_id);
  for (const table of ['unrestricted_calendar', 'permission_request'])
    await sql.query(`DELETE FROM ${table} WHERE account_id = ANY ($1::text[])`, [ids]);
  const bodyOf = ({ access, ...account }: Ended) => ({ ...account, at: now, access: Number(access) });
  await addToOutbox(
    sql,
    ended.map((one) => message(accessEnded, bodyOf(one))),
  );
  return ended.length;
}

/** Accounts, at most `$1`, that no grant covers any longer although nothing has ended it: a code was never redeemed. */
export const lapsedSql = `SELECT account_id FROM account WHERE ${uncovered} LIMIT $1`;

/** The account's access begins again, in the caller's transaction, which creates a grant, or the code for one. */
export async function resumeAccess(sql: Sql, accountId: string): Promise<void> {
  await sql.query(
    'UPDATE account SET access_ended = false, abandoned_at = NULL WHERE account_id = $1 AND access_ended',
    [accountId],
  );
}

/** The number of a message that a profile of the account is connected; null: its access has ended. */
export async function nextAccess(sql: Sql, accountId: string): Promise<number | null> {
  const [row] = await sql.query<{ access: string }>(
    'UPDATE account SET access = access + 1 WHERE account_id = $1 AND NOT access_ended RETURNING access::text',
    [accountId],
  );
  return row ? Number(row.access) : null;
}
