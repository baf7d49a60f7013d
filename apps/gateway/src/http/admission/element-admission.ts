import { Inject, Injectable } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import type { Caller, CallingApplication } from '../../tokens/credentials.js';
import { openElementToken, type ElementToken } from '../../tokens/element-token.js';
import { clockToken, configToken, poolToken, sealerToken, type Clock } from '../injection-tokens.js';
import { Strangers } from '../rate-limit/strangers.js';
import { forbidden, unauthorized } from '../refusals.js';
import { findLive, type LiveElement } from './element-admission.queries.js';
import { elementPermissionsOf, elementTokenIn } from './element-calls.js';

const again = 'request a new one at POST /v1/element_tokens.';

interface Admitted extends LiveElement {
  token: ElementToken;
}

/** Whom the element token of a request admits (ELT-3 to ELT-6). */
@Injectable()
export class ElementAdmission {
  private readonly found = new WeakMap<FastifyRequest, ElementToken | null>();
  private readonly ownOrigin: string;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    private readonly strangers: Strangers,
  ) {
    this.ownOrigin = new URL(config.PUBLIC_URL).origin;
  }

  /** What is sealed in the request's element token; null: there is none, or it is not valid. */
  tokenOf(request: FastifyRequest): ElementToken | null {
    const known = this.found.get(request);
    if (known !== undefined) return known;
    const sealed = elementTokenIn(request);
    const token = sealed === null ? null : openElementToken(this.sealer, sealed, this.clock());
    this.found.set(request, token);
    return token;
  }

  /** The account of a token that names one. */
  async caller(request: FastifyRequest): Promise<Caller> {
    const { token, scopes } = await this.admit(request);
    const [accountId, ...others] = token.subs;
    if (others.length > 0) throw forbidden('This call is about one account: request an element token with one sub.');
    return { accountId: accountId!, clientId: token.clientId, scope: scopes.get(accountId!)! };
  }

  /** The application of a token, for queries about the accounts that it names. */
  async application(request: FastifyRequest): Promise<CallingApplication> {
    const { token, plan, scopes } = await this.admit(request);
    const { clientId, subs, bookableEventIds = [], booking } = token;
    return { clientId, plan, element: { subs, scopes, bookableEventIds, ...(booking ? { booking } : {}) } };
  }

  private async admit(request: FastifyRequest): Promise<Admitted> {
    const token = this.tokenOf(request);
    if (!token) {
      await this.strangers.count(request.ip);
      throw unauthorized(true, `The element token is unknown or has expired: ${again}`);
    }
    this.refuseOtherPages(request, token);
    const needed = elementPermissionsOf(request);
    if (!needed.some((one) => token.permissions.includes(one)))
      throw forbidden(`The element token has no permission ${needed.join(' or ')}: ${again}`);
    const live = await findLive(this.pool, token);
    if (!live || (token.subs.length > 0 && live.scopes.size === 0))
      throw unauthorized(true, `The element token ended with its API key, or with the access of its user: ${again}`);
    return { token, ...live };
  }

  /** A browser sends no `Origin` with a GET of its own origin, but states that it is one (Fetch §2.2.5). */
  private refuseOtherPages({ method, headers }: FastifyRequest, { origin }: ElementToken): void {
    const isOwnPage = method === 'GET' && headers['sec-fetch-site'] === 'same-origin';
    const asked = headers.origin ?? (isOwnPage ? this.ownOrigin : undefined);
    if (asked === origin) return;
    const what = asked === undefined ? 'The request names no Origin' : 'The Origin of the request is another one';
    throw forbidden(`${what}: an element token is valid only on pages of the origin that it was requested for.`);
  }
}
