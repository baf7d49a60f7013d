import { randomToken } from '@kalends/security';
import type { Pool } from 'pg';
import type { Role } from '../http/admission/administrators.js';
import { tokenHash } from '../tokens/hash.js';

/** What a link that signs in once admits to, and for how long. */
export interface SignInLink {
  role: Role;
  actor: string;
  /** Only this account may be read. */
  accountId: string | null;
  sessionSeconds: number;
  /** Epoch ms. */
  expiresAt: number;
}

/** The token of a new link. */
export async function createLink(pool: Pool, link: SignInLink): Promise<string> {
  const token = randomToken(40);
  await pool.query(
    `INSERT INTO console_link (link_hash, role, actor, account_id, session_seconds, expires_at)
     VALUES ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000))`,
    [tokenHash(token), link.role, link.actor, link.accountId, link.sessionSeconds, link.expiresAt],
  );
  return token;
}

interface Used {
  role: Role;
  actor: string;
  account_id: string | null;
  session_seconds: number;
}

/** Uses a link up; undefined if it was used before, or has expired. `now`: epoch ms. */
export async function useLink(pool: Pool, token: string, now: number): Promise<Used | undefined> {
  const { rows } = await pool.query<Used & { isLive: boolean }>(
    `DELETE FROM console_link WHERE link_hash = $1
     RETURNING role, actor, account_id, session_seconds, expires_at > to_timestamp($2::float8 / 1000) AS "isLive"`,
    [tokenHash(token), now],
  );
  return rows[0]?.isLive ? rows[0] : undefined;
}

/** The address in the console that uses the link: after the #, so no server logs it, and nothing but the page uses it up. */
export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}/console#sign-in=${token}`;
