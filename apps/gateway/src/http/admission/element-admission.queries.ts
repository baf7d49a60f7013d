import type { Pool } from 'pg';
import type { Plan } from '../../tokens/credentials.js';
import type { ElementToken } from '../../tokens/element-token.js';

/** What is left of an element token. */
export interface LiveElement {
  plan: Plan;
  /** The accounts that a grant covers which is no younger than the token, with the scopes of all such grants. */
  scopes: ReadonlyMap<string, readonly string[]>;
}

const sql = `
  SELECT plan, (
    SELECT json_agg(json_build_array(account_id, scope)) FROM (
      SELECT account_id, coalesce(array_agg(DISTINCT one) FILTER (WHERE one IS NOT NULL), '{}') AS scope
      FROM account JOIN authorization_grant AS granted USING (account_id) LEFT JOIN unnest(granted.scope) AS one ON true
      WHERE account.client_id = $2 AND account_id = ANY ($3::text[])
        AND granted.created_at <= to_timestamp($4::float8 / 1000)
      GROUP BY account_id) AS covered) AS scopes
  FROM application_secret JOIN application USING (client_id) WHERE secret_id = $1 AND client_id = $2`;

/** Undefined: the API key that requested the token, or its application, is gone. */
export async function findLive(
  pool: Pool,
  { secretId, clientId, subs, issued }: ElementToken,
): Promise<LiveElement | undefined> {
  const { rows } = await pool.query<{ plan: Plan; scopes: [string, string[]][] | null }>({
    name: 'find-element-token',
    text: sql,
    values: [secretId, clientId, subs, issued],
  });
  return rows[0] && { plan: rows[0].plan, scopes: new Map(rows[0].scopes) };
}
