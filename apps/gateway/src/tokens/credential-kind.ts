import { Batcher } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { tokenHash } from './hash.js';

/** What somebody sent who meant to send another credential. */
export type CredentialKind =
  'access-token' | 'expired-token' | 'refresh-token' | 'code' | 'api-key' | 'client-id' | 'developer-key' | 'admin-key';

const sql = `
  SELECT token_hash AS key, CASE WHEN expires_at > now() THEN 'access-token' ELSE 'expired-token' END AS kind
  FROM access_token WHERE token_hash = ANY ($1::text[])
  UNION ALL SELECT token_hash, 'refresh-token' FROM refresh_token WHERE token_hash = ANY ($1::text[])
  UNION ALL SELECT code_hash, 'code' FROM authorization_code WHERE code_hash = ANY ($1::text[])
  UNION ALL SELECT secret_hash, 'api-key' FROM application_secret WHERE secret_hash = ANY ($1::text[])
  UNION ALL SELECT key_hash, 'developer-key' FROM developer WHERE key_hash = ANY ($1::text[])
  UNION ALL SELECT client_id, 'client-id' FROM application WHERE client_id = ANY ($1::text[])`;

/** Most credentials per statement. */
const most = 64;

/** Names credentials that were refused; concurrent requests share a statement. */
export class CredentialKinds {
  private readonly found: Batcher<string, CredentialKind | null>;

  constructor(
    pool: Pool,
    private readonly adminKeyHash: string,
  ) {
    this.found = new Batcher<string, CredentialKind | null>(async (given) => {
      const keys = given.map((one) => [one, tokenHash(one)]);
      const { rows } = await pool.query<{ key: string; kind: CredentialKind }>({
        name: 'find-credential-kinds',
        text: sql,
        values: [keys.flat()],
      });
      const kinds = new Map(rows.map(({ key, kind }) => [key, kind]));
      return keys.map(([plain, hash]) => kinds.get(hash!) ?? kinds.get(plain!) ?? null);
    }, most);
  }

  /** The kind of a credential as it was sent; null for an unknown one. */
  async of(credential: string): Promise<CredentialKind | null> {
    return tokenHash(credential) === this.adminKeyHash ? 'admin-key' : this.found.add(credential);
  }
}
