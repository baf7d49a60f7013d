import { settleProfile } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';

/** Erases staged connections here and at calendar-sync, in the caller's transaction. Returns how many there were. */
export async function eraseStaged(client: PoolClient, where: 'client_id = $1' | 'expires_at <= $1', value: unknown) {
  const { rows } = await client.query<{ profile_id: string }>(
    `DELETE FROM staged_connection WHERE ${where} RETURNING profile_id`,
    [value],
  );
  const drops = rows.map(({ profile_id }) => message(settleProfile, { kind: 'drop', staged_id: profile_id }));
  await addToOutbox(sqlOf(client), drops);
  return rows.length;
}

/** Accounts that Allow created for a code that nobody redeemed: no application knows them, and nothing is in them. */
const eraseEmptySql = `
  DELETE FROM account WHERE account_id IN (
    SELECT code.account_id FROM authorization_code AS code
    WHERE code.grant_id IS NULL AND code.staged_id IS NOT NULL AND code.expires_at <= $1
  )
  AND NOT EXISTS (SELECT 1 FROM authorization_grant AS other WHERE other.account_id = account.account_id)
  AND NOT EXISTS (SELECT 1 FROM profile_identity AS other WHERE other.account_id = account.account_id)
  AND NOT EXISTS (SELECT 1 FROM profile_state AS other WHERE other.account_id = account.account_id)
  AND NOT EXISTS (SELECT 1 FROM pending_profile AS other WHERE other.account_id = account.account_id)
  AND NOT EXISTS (
    SELECT 1 FROM authorization_code AS other WHERE other.account_id = account.account_id AND other.expires_at > $1)`;

/** Erases the connections and outcomes of expired journeys. `now`: epoch ms. */
export function eraseExpired(pool: Pool, now: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const at = new Date(now);
    await client.query('DELETE FROM journey_end WHERE expires_at <= $1', [at]);
    const count = await eraseStaged(client, 'expires_at <= $1', at);
    await client.query(eraseEmptySql, [at]);
    return count;
  });
}
