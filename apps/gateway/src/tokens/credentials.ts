import { poolToken } from '../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { Batcher } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { SealedBooking } from './element-token.js';
import { tokenHash } from './hash.js';

export const plans = ['starter', 'emerging'] as const;
export type Plan = (typeof plans)[number];

/** The owner of a request's access token. */
export interface Caller {
  accountId: string;
  clientId: string;
  scope: readonly string[];
}

/** The application whose API key, user token or element token a request carries. */
export interface CallingApplication {
  clientId: string;
  plan: Plan;
  /** The id of the API key; absent for a token. */
  secretId?: string;
  /** The token's user, to whom it is limited, except in queries (AVL-1); undefined for the application's own key. */
  user?: { accountId: string; scope: string[]; isOfPublicClient: boolean };
  /** Of an element token: the accounts that it names, and the scopes of those that still grant access (ELT-5). */
  element?: {
    subs: readonly string[];
    scopes: ReadonlyMap<string, readonly string[]>;
    bookableEventIds: readonly string[];
    booking?: SealedBooking;
  };
}

const callersSql = `
  SELECT token.token_hash AS hash,
         json_build_object('accountId', token.account_id, 'clientId', account.client_id, 'scope', token.scope) AS found
  FROM access_token AS token JOIN account USING (account_id)
  WHERE token.token_hash = ANY ($1::text[]) AND token.expires_at > now()`;

const applicationsSql = `
  SELECT secret_hash AS hash, json_build_object('clientId', client_id, 'plan', plan, 'secretId', secret_id) AS found
  FROM application_secret JOIN application USING (client_id) WHERE secret_hash = ANY ($1::text[])
  UNION ALL
  SELECT token_hash, json_build_object('clientId', application.client_id, 'plan', plan, 'user',
                                       json_build_object('accountId', account.account_id, 'scope', access_token.scope,
                                                                 'isOfPublicClient', client_type = 'public'))
  FROM access_token JOIN account USING (account_id) JOIN application USING (client_id)
  WHERE token_hash = ANY ($1::text[]) AND expires_at > now()`;

const ownerSql = `
  SELECT coalesce(
    (SELECT account.client_id FROM access_token JOIN account USING (account_id) WHERE token_hash = $1),
    (SELECT client_id FROM application_secret WHERE secret_hash = $1)) AS "clientId"`;

/** Maximum number of credentials per lookup statement. */
const most = 64;

function lookup<Found>(pool: Pool, name: string, text: string) {
  return new Batcher<string, Found | undefined>(async (hashes) => {
    const { rows } = await pool.query<{ hash: string; found: Found }>({ name, text, values: [hashes] });
    const found = new Map(rows.map((row) => [row.hash, row.found]));
    return hashes.map((hash) => found.get(hash));
  }, most);
}

/**
 * Authenticates requests; concurrent requests share one lookup statement. Nothing is cached: a token revoked before a
 * request arrives does not admit it.
 */
export class Credentials {
  private readonly callers: Batcher<string, Caller | undefined>;
  private readonly applications: Batcher<string, CallingApplication | undefined>;

  constructor(@Inject(poolToken) private readonly pool: Pool) {
    this.callers = lookup(pool, 'find-callers', callersSql);
    this.applications = lookup(pool, 'find-applications', applicationsSql);
  }

  /** The owner of a live access token. */
  caller(token: string): Promise<Caller | undefined> {
    return this.callers.add(tokenHash(token));
  }

  /** The application with this client secret, or the user of this live access token. */
  application(credential: string): Promise<CallingApplication | undefined> {
    return this.applications.add(tokenHash(credential));
  }

  /** The client id of the application whose token (expired or not) or secret has this hash; null if there is none. */
  async ownerOf(hash: string): Promise<string | null> {
    const query = { name: 'find-credential-owner', text: ownerSql, values: [hash] };
    const { rows } = await this.pool.query<{ clientId: string | null }>(query);
    return rows[0]!.clientId;
  }
}
