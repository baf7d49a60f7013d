import {
  createParamDecorator,
  Inject,
  Injectable,
  mixin,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Scope } from '@kalends/contracts';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { tokenHash } from '../tokens/hash.js';
import { poolToken } from './providers.js';
import { insufficientScope, unauthorized } from './refusals.js';

/** Whose access token the request carries. */
export interface Caller {
  accountId: string;
  clientId: string;
  scope: readonly string[];
}

type Identified = FastifyRequest & { caller?: Caller };

/** The credential of `Authorization: Bearer …`, or null. */
export function bearer(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return match ? match[1]! : null;
}

const findSql = `
  SELECT token.account_id AS "accountId", account.client_id AS "clientId", token.scope
  FROM access_token AS token JOIN account USING (account_id)
  WHERE token.token_hash = $1 AND token.expires_at > now()`;

/** Admits requests with a live access token that has one of the scopes (none named: any live token). */
export function AccessTokenGuard(...scopes: Scope[]): Type<CanActivate> {
  @Injectable()
  class Guard implements CanActivate {
    constructor(@Inject(poolToken) readonly pool: Pool) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const token = bearer(request);
      if (!token) throw unauthorized(false);
      const { rows } = await this.pool.query<Caller>({
        name: 'find-caller',
        text: findSql,
        values: [tokenHash(token)],
      });
      if (!rows[0]) throw unauthorized(true);
      if (scopes.length > 0 && !scopes.some((one) => rows[0]!.scope.includes(one))) throw insufficientScope(scopes);
      request.caller = rows[0];
      return true;
    }
  }
  return mixin(Guard);
}

/** The caller that {@link AccessTokenGuard} found. */
export const CallerOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Identified>().caller,
);
