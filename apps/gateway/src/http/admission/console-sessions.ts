import { Inject, Injectable } from '@nestjs/common';
import { randomToken, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { tokenHash } from '../../tokens/hash.js';
import { clockToken, configToken, poolToken, sealerToken, type Clock } from '../injection-tokens.js';
import { forbidden } from '../refusals.js';
import type { Administrator } from './administrators.js';
import { ConfirmRole, sealedFor, type OidcSession } from './confirm-role.js';

type WithCookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

interface Row extends OidcSession {
  developer_id: string | null;
  account_id: string | null;
}

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Seconds after which a person has to sign in again. */
export const sessionSeconds = 12 * 3_600;

/** How a session begins. */
export interface Beginning {
  /** Its length. */
  seconds: number;
  /** For who has signed in at the OpenID Connect issuer. */
  oidc?: { subject: string; refreshToken: string | undefined };
}

const find = `
  SELECT role, actor, developer_id, account_id, oidc_subject, extract(epoch FROM confirmed_at)::float8 * 1000 AS confirmed_at
  FROM console_session WHERE session_hash = $1 AND expires_at > to_timestamp($2::float8 / 1000)`;

const insert = `
  INSERT INTO console_session
    (session_hash, role, actor, developer_id, account_id, expires_at, oidc_subject, sealed_refresh_token, confirmed_at)
  VALUES ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000), $7, $8, to_timestamp($9::float8 / 1000))`;

/** Who has signed in to the console, by a cookie that scripts cannot read and that other sites' requests do not carry. */
@Injectable()
export class ConsoleSessions {
  private readonly isSecure: boolean;
  private readonly origin: string;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(sealerToken) private readonly sealer: Sealer,
    private readonly role: ConfirmRole,
    @Inject(configToken) config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    this.origin = new URL(config.PUBLIC_URL).origin;
    this.isSecure = this.origin.startsWith('https:');
  }

  /** `__Host-` over https: no other host, not even a subdomain, can have set it. */
  private get cookieName(): string {
    return `${this.isSecure ? '__Host-' : ''}kalends_console`;
  }

  private tokenOf(request: FastifyRequest): string | undefined {
    return (request as unknown as WithCookies).cookies?.[this.cookieName];
  }

  /** Undefined: no live session. Throws a 403 for a change that a page of another origin has requested. */
  async find(request: FastifyRequest): Promise<Administrator | undefined> {
    const token = this.tokenOf(request);
    if (!token) return undefined;
    if (!isReading(request)) this.refuseOtherOrigins(request);
    const hash = tokenHash(token);
    const { rows } = await this.pool.query<Row>(find, [hash, this.clock()]);
    const row = rows[0] && (await this.role.confirmed(hash, rows[0]));
    if (!row) return undefined;
    const { role, actor, developer_id, account_id } = row;
    const common = { role, actor, ...(account_id === null ? {} : { onlyAccount: account_id }) };
    return developer_id === null
      ? { kind: 'deployment', ...common }
      : { kind: 'developer', developerId: developer_id, ...common };
  }

  /** Browsers send Origin with every request that is not a GET or HEAD (Fetch §3.1). */
  refuseOtherOrigins({ headers }: FastifyRequest): void {
    if (headers.origin !== this.origin) throw forbidden('The console accepts changes from its own pages only.');
  }

  async begin(reply: FastifyReply, administrator: Administrator, { seconds, oidc }: Beginning): Promise<void> {
    const token = randomToken(40);
    const hash = tokenHash(token);
    const { role, actor, onlyAccount = null } = administrator;
    const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
    const now = this.clock();
    const sealed = oidc?.refreshToken === undefined ? null : this.sealer.seal(oidc.refreshToken, sealedFor(hash));
    await this.pool.query(insert, [
      hash,
      role,
      actor,
      developerId,
      onlyAccount,
      now + seconds * 1_000,
      oidc?.subject ?? null,
      sealed,
      oidc ? now : null,
    ]);
    this.setCookie(reply, token, seconds);
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.tokenOf(request);
    if (token) await this.pool.query('DELETE FROM console_session WHERE session_hash = $1', [tokenHash(token)]);
    this.setCookie(reply, '', 0);
  }

  private setCookie(reply: FastifyReply, value: string, maxAge: number): void {
    (reply as unknown as SetsCookies).setCookie(this.cookieName, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.isSecure,
      maxAge,
    });
  }
}
