import {
  createParamDecorator,
  Inject,
  Injectable,
  mixin,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { tokenHash } from '../tokens/hash.js';
import { bearer } from './caller.js';
import { poolToken } from './providers.js';
import { planTooSmall, unauthorized } from './refusals.js';

export const plans = ['starter', 'emerging'] as const;
export type Plan = (typeof plans)[number];

/** Whose API key the request carries. */
export interface CallingApplication {
  clientId: string;
  plan: Plan;
  /** The user whose token it is; only where {@link ApiKeyOrTokenGuard} admits one. */
  user?: { accountId: string; scope: string[] };
}

type Identified = FastifyRequest & { application?: CallingApplication };

const findSecretSql = `
  SELECT client_id AS "clientId", plan FROM application_secret JOIN application USING (client_id) WHERE secret_hash = $1`;

const findTokenSql = `
  SELECT application.client_id AS "clientId", plan,
         json_build_object('accountId', account.account_id, 'scope', access_token.scope) AS "user"
  FROM access_token JOIN account USING (account_id) JOIN application USING (client_id)
  WHERE token_hash = $1 AND expires_at > now()`;

async function find(pool: Pool, name: string, text: string, credential: string) {
  const { rows } = await pool.query<CallingApplication>({ name, text, values: [tokenHash(credential)] });
  return rows[0];
}

function guard(needed: Plan, tokensToo: boolean): Type<CanActivate> {
  @Injectable()
  class Guard implements CanActivate {
    constructor(@Inject(poolToken) readonly pool: Pool) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<Identified>();
      const key = bearer(request);
      if (!key) throw unauthorized(false);
      const application =
        (await find(this.pool, 'find-application', findSecretSql, key)) ??
        (tokensToo ? await find(this.pool, 'find-application-of-token', findTokenSql, key) : undefined);
      if (!application) throw unauthorized(true);
      if (plans.indexOf(application.plan) < plans.indexOf(needed)) throw planTooSmall(needed);
      request.application = application;
      return true;
    }
  }
  return mixin(Guard);
}

/** Admits requests with one of an application's client secrets (interface §5.2) whose plan is `needed` or more (402). */
export const ApiKeyGuard = (needed: Plan = 'starter') => guard(needed, false);

/** The same, or a live access token of one of the application's users (contract decision 6). */
export const ApiKeyOrTokenGuard = (needed: Plan = 'starter') => guard(needed, true);

/** The application that the guard found. */
export const ApplicationOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Identified>().application,
);
