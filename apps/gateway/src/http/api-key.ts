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
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plans, type CallingApplication, type Plan } from '../tokens/credentials.js';
import { covers } from '../tokens/parse-scope.js';
import { Admissions } from './admission/admissions.js';
import { isClientInBody } from './client-credentials.js';
import { RequestLimits } from './rate-limit/request-limits.js';
import { insufficientScope, planTooSmall } from './refusals.js';

export type { CallingApplication };

type Identified = FastifyRequest & { application?: CallingApplication };

function guard(needed: Plan, tokens: { scopes: readonly Scope[] } | null): Type<CanActivate> {
  @Injectable()
  class Guard implements CanActivate {
    constructor(@Inject(Admissions) readonly admissions: Admissions) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const { admissions } = this;
      const application = await (tokens ? admissions.applicationOrUser(request) : admissions.application(request));
      if (plans.indexOf(application.plan) < plans.indexOf(needed)) throw planTooSmall(needed);
      const missing = application.user && tokens?.scopes.find((one) => !covers(application.user!.scope, one));
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

/** The same; clients of the hosted service send client_id and client_secret in the body instead, and anything in the header. */
@Injectable()
export class ApiKeyOrClientGuard implements CanActivate {
  constructor(
    @Inject(Admissions) private readonly admissions: Admissions,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Identified>();
    request.application = await this.admissions.applicationOrClient(request);
    // the guard of rates counts what the header names
    if (isClientInBody(request))
      await this.limits.spendOf(request.application.clientId, http.getResponse<FastifyReply>());
    return true;
  }
}

/** Admits a page with an element token, and nobody else. */
@Injectable()
export class ElementGuard implements CanActivate {
  constructor(@Inject(Admissions) private readonly admissions: Admissions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Identified>();
    request.application = await this.admissions.element(request);
    return true;
  }
}

/** The application that the guard found. */
export const ApplicationOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Identified>().application,
);
