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
import { CredentialKinds } from '../tokens/credential-kind.js';
import { insufficientScope } from './refusals.js';
import { noCredential, wrongCredential } from './wrong-credential.js';

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
    constructor(
      @Inject(Credentials) readonly credentials: Credentials,
      @Inject(CredentialKinds) readonly kinds: CredentialKinds,
    ) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const token = bearer(request);
      if (!token) throw noCredential(request, 'token');
      const caller = await this.credentials.caller(token);
      if (!caller) throw await wrongCredential(this.kinds, token, 'token');
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
