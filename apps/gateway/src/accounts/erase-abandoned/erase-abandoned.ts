import { sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/record-audit.js';
import type { Administrator } from '../../http/admission/administrators.js';
import { eraseAccount } from '../erase-account.js';

/** Most accounts that one run marks, and that it erases. */
const maxMarked = 5_000;
const maxErased = 100;

const dayMs = 86_400_000;

/** Who the audit names: no person decides about a single account. */
const maintenance: Administrator = { kind: 'deployment', actor: 'maintenance', role: 'admin' };

/**
 * No grant covers it, none is about to, and no calendar of it is connected at a provider. A token that links accounts ends
 * within minutes, so that none lives at the end of the days.
 */
const abandoned = `
  access_ended
  AND NOT EXISTS (SELECT FROM authorization_grant AS one WHERE one.account_id = account.account_id)
  AND NOT EXISTS (SELECT FROM authorization_code AS code WHERE code.account_id = account.account_id
                    AND code.grant_id IS NULL AND code.expires_at > to_timestamp($1::float8 / 1000))
  AND NOT EXISTS (SELECT FROM profile_state AS profile WHERE profile.account_id = account.account_id AND NOT deleted
                    AND record ->> 'provider_name' <> 'kalends' AND NOT record @> '{"connected":false}')`;

const markSql = `
  UPDATE account SET abandoned_at = to_timestamp($1::float8 / 1000)
  WHERE account_id IN (SELECT account_id FROM account WHERE abandoned_at IS NULL AND ${abandoned} LIMIT ${maxMarked})`;

const dueSql = `
  SELECT account_id FROM account WHERE abandoned_at <= to_timestamp($1::float8 / 1000) ORDER BY abandoned_at LIMIT ${maxErased}`;

const lockSql = `
  SELECT client_id, to_char(abandoned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since FROM account
  WHERE account_id = $2 AND abandoned_at IS NOT NULL AND ${abandoned} FOR UPDATE`;

/** Erases one account if it is still abandoned, with an entry of the audit. */
const erase = (pool: Pool, accountId: string, now: number): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ client_id: string; since: string }>(lockSql, [now, accountId]);
    if (!rows[0]) return false;
    const { client_id: clientId, since } = rows[0];
    await recordAudit(sqlOf(client), maintenance, {
      action: 'account.deleted',
      clientId,
      accountId,
      before: { abandoned_at: since },
    });
    await eraseAccount(client, clientId, accountId);
    return true;
  });

/**
 * Marks accounts that nobody can use any more with the time at which that was found, and erases those that have been so for
 * `days`; null: none is erased. `now`: epoch ms. Returns how many were erased, at most 100.
 */
export async function eraseAbandoned(pool: Pool, days: number | null, now: number): Promise<number> {
  await pool.query(markSql, [now]);
  if (days === null) return 0;
  const { rows } = await pool.query<{ account_id: string }>(dueSql, [now - days * dayMs]);
  let erased = 0;
  for (const { account_id } of rows) if (await erase(pool, account_id, now)) erased += 1;
  return erased;
}
