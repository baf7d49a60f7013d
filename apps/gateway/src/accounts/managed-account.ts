import type { Pool } from 'pg';
import type { Administrator } from '../http/admin-key.js';
import { notFound } from '../http/refusals.js';

/** The application of an account that the administrator manages. Throws a 404 for any other one. */
export async function managedAccount(
  pool: Pool,
  administrator: Administrator,
  sub: string,
): Promise<{ clientId: string }> {
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  const { rows } = await pool.query<{ client_id: string }>(
    `SELECT client_id FROM account JOIN application USING (client_id)
     WHERE account_id = $1 AND ($2::text IS NULL OR developer_id = $2)`,
    [sub, developerId],
  );
  if (!rows[0]) throw notFound('account');
  return { clientId: rows[0].client_id };
}
