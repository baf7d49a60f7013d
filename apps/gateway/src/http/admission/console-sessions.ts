import { Inject, Injectable } from '@nestjs/common';
import { randomToken } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { tokenHash } from '../../tokens/hash.js';
import { clockToken, configToken, poolToken, type Clock } from '../injection-tokens.js';
import { forbidden } from '../refusals.js';
import type { Administrator, Role } from './administrators.js';

type WithCookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

interface Row {
  role: Role;
  actor: string;
  developer_id: string | null;
  account_id: string | null;
}

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Hours after which a person has to sign in again. */
export const sessionSeconds = 12 * 3_600;

/** Who has signed in to the console, by a cookie that scripts cannot read and that other sites' requests do not carry. */
@Injectable()
export class ConsoleSessions {
  private readonly isSecure: boolean;
  private readonly origin: string;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
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
    const { rows } = await this.pool.query<Row>(
      'SELECT role, actor, developer_id, account_id FROM console_session WHERE session_hash = $1 AND expires_at > to_timestamp($2::float8 / 1000)',
      [tokenHash(token), this.clock()],
    );
    const [row] = rows;
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

  async begin(reply: FastifyReply, administrator: Administrator, seconds = sessionSeconds): Promise<void> {
    const token = randomToken(40);
    const { role, actor, onlyAccount = null } = administrator;
    const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
    await this.pool.query(
      `INSERT INTO console_session (session_hash, role, actor, developer_id, account_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000))`,
      [tokenHash(token), role, actor, developerId, onlyAccount, this.clock() + seconds * 1_000],
    );
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
