import type { SettingsOf } from '@kalends/provider-port';
import type { ConsentContext, ConsentHalf } from '@kalends/provider-port/consent';
import type { gatewaySettings } from '../settings.js';
import { adminConsentUrl } from './admin-consent-url.js';
import { checkRegistration } from './check-registration.js';
import { microsoftFailure } from './microsoft-failure.js';
import { coversCalendars, coversOptional, identityScopes, microsoftScopesFor } from './microsoft-scopes.js';
import { MicrosoftStrategy } from './microsoft-strategy.js';

/** Users' consent at Microsoft, and the approval of their organizations. */
export function create(context: ConsentContext<SettingsOf<typeof gatewaySettings>>): ConsentHalf {
  const { config, egress, clock, callbackUrl } = context;
  const { MICROSOFT_AUTHORITY_URL: authorityUrl, MICROSOFT_TENANT: tenant, MICROSOFT_OPTIONAL_ACCESS: access } = config;
  const { MICROSOFT_CLIENT_ID: id = '', MICROSOFT_CLIENT_SECRET: secret = '' } = config;
  const client = { id, secret, authorityUrl, tenant, callbackUrl, clock };
  return {
    strategy: new MicrosoftStrategy(client, egress),
    check: () => checkRegistration(client, { egress, graphUrl: config.MICROSOFT_GRAPH_URL }),
    scopesFor: (needed) => microsoftScopesFor(needed, access),
    identityScopes,
    covers: coversCalendars,
    coversOptional: (granted, needed) => coversOptional(granted, needed, access),
    failureOfRedirect: (error, description) => microsoftFailure({ error, description }),
    revokeUrl: null,
    approvalUrl: (approval) => adminConsentUrl({ ...approval, authorityUrl, tenant, clientId: id, access }),
  };
}
