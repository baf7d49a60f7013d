import type { Pool } from 'pg';

interface Found {
  /** Whether a grant covers each of the application's accounts. */
  granted: ReadonlyMap<string, boolean>;
  /** Epoch ms, by the clock that grants are dated by. */
  now: number;
}

const sql = `
  SELECT ceil(extract(epoch FROM now()) * 1000)::float8 AS now,
    (SELECT json_agg(json_build_array(account_id,
       EXISTS (SELECT FROM authorization_grant AS valid WHERE valid.account_id = account.account_id)))
     FROM account WHERE client_id = $1 AND account_id = ANY ($2::text[])) AS accounts`;

/** Which of the accounts are the application's, and whether it may use them. */
export async function findAccounts(pool: Pool, clientId: string, subs: readonly string[]): Promise<Found> {
  const { rows } = await pool.query<{ now: number; accounts: [string, boolean][] | null }>(sql, [clientId, subs]);
  return { granted: new Map(rows[0]!.accounts), now: rows[0]!.now };
}

/** Whose calendar it is, of the application's accounts; undefined: of none. */
export async function findOwner(pool: Pool, clientId: string, calendarId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ account_id: string }>({
    name: 'find-owner-for-element',
    text: `SELECT account_id FROM account JOIN (
             SELECT account_id FROM calendar_state WHERE calendar_id = $2 AND NOT deleted
             UNION SELECT account_id FROM pending_calendar WHERE calendar_id = $2) AS calendar USING (account_id)
           WHERE client_id = $1`,
    values: [clientId, calendarId],
  });
  return rows[0]?.account_id;
}
