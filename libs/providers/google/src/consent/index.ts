import type { SettingsOf } from '@kalends/provider-port';
import { failureOfRedirect, type ConsentContext, type ConsentHalf } from '@kalends/provider-port/consent';
import type { gatewaySettings } from '../settings.js';
import { checkRegistration, endingConsents } from './check-registration.js';
import { coversOptional, googleScopesFor, identityScopes, hasCalendars } from './google-scopes.js';
import { GoogleStrategy } from './google-strategy.js';

/** Users' consent at Google. */
export function create({
  config,
  egress,
  callbackUrl,
}: ConsentContext<SettingsOf<typeof gatewaySettings>>): ConsentHalf {
  const client = {
    id: config.GOOGLE_CLIENT_ID ?? '',
    secret: config.GOOGLE_CLIENT_SECRET ?? '',
    authorizeUrl: config.GOOGLE_AUTHORIZE_URL,
    tokenUrl: config.GOOGLE_TOKEN_URL,
    userinfoUrl: config.GOOGLE_USERINFO_URL,
    callbackUrl,
  };
  return {
    strategy: new GoogleStrategy(client, egress),
    scopesFor: (needed) => googleScopesFor(needed, config.GOOGLE_OPTIONAL_ACCESS),
    identityScopes,
    covers: hasCalendars,
    coversOptional: (granted) => coversOptional(granted, config.GOOGLE_OPTIONAL_ACCESS),
    failureOfRedirect: failureOfRedirect('Google'),
    revokeUrl: config.GOOGLE_REVOKE_URL,
    check: () => checkRegistration(client, egress),
    ending: endingConsents,
  };
}
