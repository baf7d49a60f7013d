import type { Pool } from 'pg';

/** Names of an application's accounts, or their addresses, by their ids. */
export async function findNames(pool: Pool, clientId: string, subs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ sub: string; name: string }>(
    `SELECT account_id AS sub, coalesce(name, email) AS name FROM account
     WHERE client_id = $1 AND account_id = ANY ($2) AND coalesce(name, email) IS NOT NULL`,
    [clientId, subs],
  );
  return new Map(rows.map(({ sub, name }) => [sub, name]));
}
