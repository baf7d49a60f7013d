import type { Pool } from 'pg';
import type { Administrator } from '../http/admin-key.js';
import { notFound } from '../http/refusals.js';
import type { Plan } from '../tokens/credentials.js';

/** An application that the administrator manages; throws a 404 for any other. */
export async function managedApplication(
  pool: Pool,
  administrator: Administrator,
  clientId: string,
): Promise<{ plan: Plan }> {
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  const { rows } = await pool.query<{ plan: Plan }>(
    'SELECT plan FROM application WHERE client_id = $1 AND ($2::text IS NULL OR developer_id = $2)',
    [clientId, developerId],
  );
  if (!rows[0]) throw notFound('application');
  return rows[0];
}
