import type { Scope } from '@kalends/public-api';
import type { Egress } from '@kalends/security';
import type { GatewayConfig } from '../../config.js';
import type { ConsentProviderId } from '../journey/consent-providers.js';
import { failureOfRedirect, type ConsentFailed } from './consent-failure.js';
import type { ConsentStrategy } from './consent-strategy.js';
import { googleScopesFor, hasCalendars } from './google-scopes.js';
import { GoogleStrategy } from './google-strategy.js';
import { microsoftFailure } from './microsoft-failure.js';
import { coversCalendars, microsoftScopesFor } from './microsoft-scopes.js';
import { MicrosoftStrategy } from './microsoft-strategy.js';

/** A provider at which users consent. */
export interface ConsentProvider {
  id: ConsentProviderId;
  /** As displayed. */
  name: string;
  strategy: ConsentStrategy;
  /** The minimum scopes at the provider for an application's scopes. */
  scopesFor(scope: readonly Scope[]): string[];
  /** Whether the granted scopes cover an application's scopes. */
  hasCalendars(granted: readonly string[], scope: readonly Scope[]): boolean;
  /** An error in the redirect instead of a code. */
  failureOfRedirect(error: string, description: string): ConsentFailed;
  /** RFC 7009; null: the provider has no such endpoint. */
  revokeUrl: string | null;
}

interface ProviderContext {
  config: GatewayConfig;
  egress: Pick<Egress, 'dispatcher'>;
  /** Current time, epoch ms. */
  clock: () => number;
}

const callbackUrl = ({ PUBLIC_URL }: GatewayConfig, id: ConsentProviderId) =>
  `${PUBLIC_URL}/oauth/providers/${id}/callback`;

export function google({ config, egress }: ProviderContext): ConsentProvider {
  const client = {
    id: config.GOOGLE_CLIENT_ID ?? '',
    secret: config.GOOGLE_CLIENT_SECRET ?? '',
    authorizeUrl: config.GOOGLE_AUTHORIZE_URL,
    tokenUrl: config.GOOGLE_TOKEN_URL,
    userinfoUrl: config.GOOGLE_USERINFO_URL,
    callbackUrl: callbackUrl(config, 'google'),
  };
  return {
    id: 'google',
    name: 'Google',
    strategy: new GoogleStrategy(client, egress),
    scopesFor: googleScopesFor,
    hasCalendars,
    failureOfRedirect: failureOfRedirect('Google'),
    revokeUrl: config.GOOGLE_REVOKE_URL,
  };
}

export function microsoft({ config, egress, clock }: ProviderContext): ConsentProvider {
  const client = {
    id: config.MICROSOFT_CLIENT_ID ?? '',
    secret: config.MICROSOFT_CLIENT_SECRET ?? '',
    authorityUrl: config.MICROSOFT_AUTHORITY_URL,
    tenant: config.MICROSOFT_TENANT,
    callbackUrl: callbackUrl(config, 'microsoft'),
    clock,
  };
  return {
    id: 'microsoft',
    name: 'Microsoft',
    strategy: new MicrosoftStrategy(client, egress),
    scopesFor: (scope) => microsoftScopesFor(scope, config.MICROSOFT_OPTIONAL_ACCESS),
    hasCalendars: coversCalendars,
    failureOfRedirect: (error, description) => microsoftFailure({ error, description }),
    revokeUrl: null,
  };
}
