import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { randomToken } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { credentialOf } from '../admission/admit-before-body.js';
import { bearer } from '../admission/bearer.js';
import { isClientInBody } from '../client-credentials.js';
import { ElementAdmission } from '../admission/element-admission.js';
import { elementTokenIn } from '../admission/element-calls.js';
import { tokenHash } from '../../tokens/hash.js';
import { RequestLimits } from './request-limits.js';
import { Strangers } from './strangers.js';

/** Header of a request that is part of a batch, with a value that only this process knows. */
export const partOfBatch = { name: 'kalends-part-of-batch', value: randomToken(32) };

/**
 * Limits each application's requests to `/v1` (429 with Retry-After); requests with unknown credentials pass, and get their
 * 401, unless their address has sent too many.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RequestLimits,
    private readonly strangers: Strangers,
    private readonly elements: ElementAdmission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.routeOptions.url?.startsWith('/v1/') || request.headers[partOfBatch.name] === partOfBatch.value)
      return true;
    // its credentials are in the body: it counts its request after authenticating
    if (request.routeOptions.url === '/v1/application_calendars') return true;
    if (credentialOf(request) === 'api-key-or-client' && isClientInBody(request)) return true;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (!(await this.spend(request, reply))) await this.strangers.check(request.ip);
    return true;
  }

  /** Whether the request has no credential, or one that is known here. */
  private async spend(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const credential = bearer(request);
    if (credential) return this.limits.spendByHash(tokenHash(credential), reply);
    if (elementTokenIn(request) === null) return true;
    const token = this.elements.tokenOf(request);
    if (token) await this.limits.spendOf(token.clientId, reply);
    return token !== null;
  }
}
