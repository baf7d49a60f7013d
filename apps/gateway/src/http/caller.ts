import {
  createParamDecorator,
  Inject,
  Injectable,
  mixin,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Scope } from '@kalends/public-api';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../tokens/credentials.js';
import { covers } from '../tokens/parse-scope.js';
import { Admissions } from './admission/admissions.js';
import { insufficientScope } from './refusals.js';

export type { Caller };

type Identified = FastifyRequest & { caller?: Caller };

/** Admits requests with a live access token that has one of the scopes (none named: any live token). */
export function AccessTokenGuard(...scopes: Scope[]): Type<CanActivate> {
  @Injectable()
  class Guard implements CanActivate {
    constructor(@Inject(Admissions) readonly admissions: Admissions) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const caller = await this.admissions.caller(request);
      if (scopes.length > 0 && !scopes.some((one) => covers(caller.scope, one))) throw insufficientScope(scopes);
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
