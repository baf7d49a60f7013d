import type { Pool } from 'pg';
import type { Administrator } from '../http/admin-key.js';
import { notFound } from '../http/refusals.js';

/** Throws a 404 for an application that the administrator does not manage. */
export async function managedApplication(pool: Pool, administrator: Administrator, clientId: string): Promise<void> {
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  const { rowCount } = await pool.query(
    'SELECT FROM application WHERE client_id = $1 AND ($2::text IS NULL OR developer_id = $2)',
    [clientId, developerId],
  );
  if (rowCount === 0) throw notFound('application');
}
