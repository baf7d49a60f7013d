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
import { Credentials, plans, type CallingApplication, type Plan } from '../tokens/credentials.js';
import { CredentialKinds } from '../tokens/credential-kind.js';
import { bearer } from './caller.js';
import { insufficientScope, planTooSmall } from './refusals.js';
import { noCredential, wrongCredential } from './wrong-credential.js';

export type { CallingApplication };

type Identified = FastifyRequest & { application?: CallingApplication };

function guard(needed: Plan, tokens: { scopes: readonly Scope[] } | null): Type<CanActivate> {
  const taken = tokens ? 'key-or-token' : 'key';
  @Injectable()
  class Guard implements CanActivate {
    constructor(
      @Inject(Credentials) readonly credentials: Credentials,
      @Inject(CredentialKinds) readonly kinds: CredentialKinds,
    ) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const key = bearer(request);
      if (!key) throw noCredential(request, taken);
      const application = await this.credentials.application(key);
      if (!application || (application.user && !tokens)) throw await wrongCredential(this.kinds, key, taken);
      if (plans.indexOf(application.plan) < plans.indexOf(needed)) throw planTooSmall(needed);
      const missing = application.user && tokens?.scopes.find((one) => !application.user!.scope.includes(one));
      if (missing) throw insufficientScope([missing]);
      request.application = application;
      return true;
    }
  }
  return mixin(Guard);
}

/** Admits requests with one of an application's client secrets (AUTH-8) whose plan is `needed` or higher (402). */
export const ApiKeyGuard = (needed: Plan = 'starter') => guard(needed, null);

/**
 * The same, or a live access token of one of the application's users that has all these scopes. Such a token acts only on
 * its own user, which the handler must enforce ({@link CallingApplication.user}); queries may name others (AVL-1).
 */
export const ApiKeyOrTokenGuard = (...scopes: Scope[]) => guard('starter', { scopes });

/** The application that the guard found. */
export const ApplicationOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Identified>().application,
);
