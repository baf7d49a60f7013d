import type { Pool } from 'pg';
import { tokenHash } from '../tokens/hash.js';

/** True when the secret is one of the application's live ones (two are live while a secret is being rotated). */
export async function isSecretOf(pool: Pick<Pool, 'query'>, clientId: string, secret: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'find-client-secret',
    text: 'SELECT 1 FROM application_secret WHERE secret_hash = $1 AND client_id = $2',
    values: [tokenHash(secret), clientId],
  });
  return rowCount === 1;
}
