import type { Pool } from 'pg';

const anySql = `SELECT FROM application WHERE allowed_origins @> ARRAY[$1::text] AND client_type = 'public' LIMIT 1`;
const ownSql = `
  SELECT FROM application
  WHERE allowed_origins @> ARRAY[$1::text] AND client_type = 'public' AND client_id = $2`;
const bearerSql = `
  SELECT EXISTS (SELECT FROM application WHERE client_id = owner.client_id
                 AND allowed_origins @> ARRAY[$1::text] AND client_type = 'public') AS allowed
  FROM (SELECT account.client_id FROM access_token JOIN account USING (account_id) WHERE token_hash = $2
        UNION ALL SELECT client_id FROM application_secret WHERE secret_hash = $2) AS owner`;

/** Whom a request is from: the owner of a token or secret by its hash, a client by its id, or nobody known. */
export type Requester = { hash: string } | { clientId: string } | null;

/** Which pages may read an answer, by the origins that applications have registered (HTTP-31). */
export class AllowedOrigins {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /**
   * Whether the requester's application has registered the origin; for nobody known, as in a preflight or with an unknown
   * token, whether any application has: such an answer has nothing of an application.
   */
  async allows(origin: string, requester: Requester): Promise<boolean> {
    if (requester && 'clientId' in requester) return this.any('own-origin', ownSql, [origin, requester.clientId]);
    if (requester) {
      const query = { name: 'bearer-origin', text: bearerSql, values: [origin, requester.hash] };
      const { rows } = await this.pool.query<{ allowed: boolean }>(query);
      if (rows[0]) return rows[0].allowed;
    }
    return this.any('any-origin', anySql, [origin]);
  }

  private async any(name: string, text: string, values: string[]): Promise<boolean> {
    return ((await this.pool.query({ name, text, values })).rowCount ?? 0) > 0;
  }
}
