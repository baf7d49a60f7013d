import type { Pool } from 'pg';
import { tokenHash } from '../tokens/hash.js';

/** A client that may use the token endpoint. */
export interface Client {
  clientId: string;
  /** Client type as registered (RFC 6749 §2.1): a public one cannot keep a secret and needs PKCE. */
  isPublic: boolean;
  /** Whether it has presented one of its secrets. */
  hasSecret: boolean;
}

const findSql = `
  SELECT client_type = 'public' AS "isPublic",
         EXISTS (SELECT FROM application_secret WHERE client_id = $1 AND secret_hash = $2) AS "hasSecret"
  FROM application WHERE client_id = $1`;

/**
 * RFC 6749 §3.2.1: a confidential client must present one of its live secrets, whatever else it sends; a public client may
 * omit it. A wrong secret is refused for either type.
 */
export async function authenticateClient(
  pool: Pick<Pool, 'query'>,
  clientId: string,
  secret: string | null,
): Promise<Client | 'unknown-client' | 'wrong-secret'> {
  const { rows } = await pool.query<Omit<Client, 'clientId'>>({
    name: 'authenticate-client',
    text: findSql,
    values: [clientId, secret === null ? '' : tokenHash(secret)],
  });
  const found = rows[0];
  if (!found) return 'unknown-client';
  const may = secret === null ? found.isPublic : found.hasSecret;
  return may ? { clientId, ...found } : 'wrong-secret';
}
