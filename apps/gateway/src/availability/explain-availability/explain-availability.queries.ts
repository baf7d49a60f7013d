import type { Pool } from 'pg';
import type { Administrator } from '../../http/admin-key.js';
import type { Plan } from '../../tokens/credentials.js';

/** The plan of an application that the administrator manages; undefined: there is no such application. */
export async function findPlan(pool: Pool, administrator: Administrator, clientId: string): Promise<Plan | undefined> {
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  const { rows } = await pool.query<{ plan: Plan }>(
    'SELECT plan FROM application WHERE client_id = $1 AND ($2::text IS NULL OR developer_id = $2)',
    [clientId, developerId],
  );
  return rows[0]?.plan;
}

/** Names of an application's accounts, or their addresses, by their ids. */
export async function findNames(pool: Pool, clientId: string, subs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ sub: string; name: string }>(
    `SELECT account_id AS sub, coalesce(name, email) AS name FROM account
     WHERE client_id = $1 AND account_id = ANY ($2) AND coalesce(name, email) IS NOT NULL`,
    [clientId, subs],
  );
  return new Map(rows.map(({ sub, name }) => [sub, name]));
}
