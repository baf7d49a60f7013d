import { Inject, Injectable } from '@nestjs/common';
import { SealError, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { clockToken, poolToken, sealerToken, type Clock } from '../injection-tokens.js';
import type { Role } from './administrators.js';
import { OidcIssuer } from './oidc-issuer.js';

/** Milliseconds after which the role is read again at the issuer. */
export const confirmAfterMs = 5 * 60_000;
/** Milliseconds for which an issuer may be unreachable before its sessions end. */
const unconfirmedMs = 30 * 60_000;
/** After a process has died meanwhile, another one reads it. */
const readingMs = 60_000;

export interface OidcSession {
  role: Role;
  actor: string;
  /** Null for sessions that began with a key or a link. */
  oidc_subject: string | null;
  /** Epoch ms. */
  confirmed_at: number | null;
}

const claim = `
  UPDATE console_session SET confirming_at = to_timestamp($2::float8 / 1000)
  WHERE session_hash = $1 AND confirmed_at <= to_timestamp($3::float8 / 1000)
    AND (confirming_at IS NULL OR confirming_at <= to_timestamp($4::float8 / 1000))
  RETURNING sealed_refresh_token`;

const confirm = `
  UPDATE console_session
  SET role = $2, actor = $3, sealed_refresh_token = $4, confirmed_at = to_timestamp($5::float8 / 1000), confirming_at = NULL
  WHERE session_hash = $1 RETURNING role, actor`;

/** The name of what a session's refresh token is sealed for. */
export const sealedFor = (hash: string): string => `console-session:${hash}`;

/** Reads the role of who has signed in at the issuer again, every few minutes in which the session is used: a removed role ends it. */
@Injectable()
export class ConfirmRole {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(sealerToken) private readonly sealer: Sealer,
    private readonly issuer: OidcIssuer,
  ) {}

  /** The session as of now; undefined: it has ended. */
  async confirmed<Session extends OidcSession>(hash: string, session: Session): Promise<Session | undefined> {
    const { oidc_subject: subject, confirmed_at: confirmedAt } = session;
    const now = this.clock();
    if (subject === null || confirmedAt === null || confirmedAt > now - confirmAfterMs) return session;
    if (this.issuer.host === undefined || confirmedAt <= now - unconfirmedMs - confirmAfterMs) return this.end(hash);
    const { rows } = await this.pool.query<{ sealed_refresh_token: string | null }>(claim, [
      hash,
      now,
      now - confirmAfterMs,
      now - readingMs,
    ]);
    const token = rows[0]?.sealed_refresh_token;
    // another request reads it; or the session is a short one, since the issuer gives no refresh tokens
    if (!token) return session;
    const person = await this.issuer.renew(this.opened(token, hash), subject);
    if ('failure' in person) return person.failure === 'unreachable' ? session : this.end(hash);
    if (person.role === undefined) return this.end(hash);
    const sealed = this.sealer.seal(person.refreshToken!, sealedFor(hash));
    const { rows: confirmed } = await this.pool.query<{ role: Role; actor: string }>(confirm, [
      hash,
      person.role,
      person.actor,
      sealed,
      now,
    ]);
    return confirmed[0] && { ...session, ...confirmed[0] };
  }

  /** '' for what no current key opens: the issuer refuses it. */
  private opened(sealed: string, hash: string): string {
    try {
      return this.sealer.open(sealed, sealedFor(hash));
    } catch (error) {
      if (error instanceof SealError) return '';
      throw error;
    }
  }

  private async end(hash: string): Promise<undefined> {
    await this.pool.query('DELETE FROM console_session WHERE session_hash = $1', [hash]);
  }
}
