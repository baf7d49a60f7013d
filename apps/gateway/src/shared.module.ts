import { createHmac } from 'node:crypto';
import { Global, Module, type DynamicModule, type InjectionToken, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { GatewayConfig } from './config.js';
import type { GatewayDependencies } from './dependencies.js';
import { Administrators } from './http/admission/administrators.js';
import { Admissions } from './http/admission/admissions.js';
import { ConsoleSessions } from './http/admission/console-sessions.js';
import { ConfirmRole } from './http/admission/confirm-role.js';
import { OidcIssuer } from './http/admission/oidc-issuer.js';
import { CredentialRefusals } from './http/admission/credential-refusals.js';
import { ElementAdmission } from './http/admission/element-admission.js';
import * as tokens from './http/injection-tokens.js';
import { Services } from './http/bus/services.js';
import { AnswersInFlight } from './http/rate-limit/answers-in-flight.js';
import { FailedAttempts } from './http/rate-limit/failed-attempts.js';
import { NewAccounts } from './http/rate-limit/new-accounts.js';
import { RateLimitGuard } from './http/rate-limit/rate-limit.guard.js';
import { RequestLimits } from './http/rate-limit/request-limits.js';
import { Strangers } from './http/rate-limit/strangers.js';
import { landingToken } from './landing/landing.js';
import { AccountUses } from './tokens/account-uses.js';
import { CredentialKinds } from './tokens/credential-kind.js';
import { Credentials } from './tokens/credentials.js';
import { tokenHash } from './tokens/hash.js';

/** Signs cursors; every replica derives the same key. */
const cursorKeyOf = ({ ENCRYPTION_KEY }: GatewayConfig) =>
  createHmac('sha256', ENCRYPTION_KEY.at(-1)!).update('cursor').digest();

const valuesOf = (dependencies: GatewayDependencies): Provider[] => {
  const { config, pool } = dependencies;
  const values: [provide: InjectionToken, value: unknown][] = [
    [tokens.dependenciesToken, dependencies],
    [tokens.configToken, config],
    [tokens.poolToken, pool],
    [tokens.readPoolToken, dependencies.readPool],
    [tokens.prismaToken, dependencies.prisma],
    [tokens.sealerToken, dependencies.sealer],
    [tokens.relayToken, dependencies.relay],
    [tokens.operationsToken, dependencies.operations],
    [tokens.requestToken, dependencies.client],
    [tokens.clockToken, dependencies.clock],
    [tokens.logToken, dependencies.log],
    [tokens.cursorKeyToken, cursorKeyOf(config)],
    [landingToken, dependencies.landing],
    [AnswersInFlight, dependencies.answers],
    [CredentialKinds, new CredentialKinds(pool, tokenHash(config.ADMIN_KEY))],
    [Strangers, new Strangers(config.UNKNOWN_REQUESTS_PER_MINUTE)],
    [NewAccounts, new NewAccounts(config.NEW_ACCOUNTS_PER_HOUR)],
  ];
  return values.map(([provide, useValue]) => ({ provide, useValue }));
};

const admission = [
  AccountUses,
  Services,
  Administrators,
  OidcIssuer,
  ConfirmRole,
  ConsoleSessions,
  Credentials,
  CredentialRefusals,
  ElementAdmission,
  Admissions,
  FailedAttempts,
  RequestLimits,
];

/** What every resource uses: settings, databases, the bus, who may call and how often. */
@Global()
@Module({})
export class SharedModule {
  static of(dependencies: GatewayDependencies): DynamicModule {
    const providers = [...valuesOf(dependencies), ...admission];
    return {
      module: SharedModule,
      providers: [...providers, { provide: APP_GUARD, useClass: RateLimitGuard }],
      exports: providers,
    };
  }
}
