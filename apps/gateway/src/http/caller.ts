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
import { Credentials, type Caller } from '../tokens/credentials.js';
import { insufficientScope, unauthorized } from './refusals.js';

export type { Caller };

type Identified = FastifyRequest & { caller?: Caller };

/** The credential of `Authorization: Bearer …`, or null. */
export function bearer(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return match ? match[1]! : null;
}

/** Admits requests with a live access token that has one of the scopes (none named: any live token). */
export function AccessTokenGuard(...scopes: Scope[]): Type<CanActivate> {
  @Injectable()
  class Guard implements CanActivate {
    constructor(@Inject(Credentials) readonly credentials: Credentials) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const token = bearer(request);
      if (!token) throw unauthorized(false);
      const caller = await this.credentials.caller(token);
      if (!caller) throw unauthorized(true);
      if (scopes.length > 0 && !scopes.some((one) => caller.scope.includes(one))) throw insufficientScope(scopes);
      request.caller = caller;
      return true;
    }
  }
  return mixin(Guard);
}

/** The caller that {@link AccessTokenGuard} found. */
export const CallerOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Identified>().caller,
);
