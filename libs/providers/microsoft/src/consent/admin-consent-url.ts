import type { MicrosoftAccess } from '../settings.js';
import { optionalScopes } from './optional-scopes.js';

interface AdminConsent {
  authorityUrl: string;
  /** Tenant word, id or domain, in lower case. */
  tenant: string;
  clientId: string;
  returnUrl: string;
  state: string | null;
  access?: readonly MicrosoftAccess[] | undefined;
}

/** An approval covers every application of the deployment, so it includes the permission to write. */
const scope = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Calendars.ReadWrite'];

const words = new Set(['common', 'consumers', 'organizations']);

/** Microsoft's page for an administrator's approval. `common` and `consumers` have none: there the administrator's own organization. */
export function adminConsentUrl({ authorityUrl, tenant, clientId, returnUrl, state, access }: AdminConsent): string {
  const at = words.has(tenant) ? 'organizations' : tenant;
  const url = new URL(`${authorityUrl}/${at}/v2.0/adminconsent`);
  url.search = new URLSearchParams({
    client_id: clientId,
    scope: [...scope, ...optionalScopes('Calendars.ReadWrite', access)].join(' '),
    redirect_uri: returnUrl,
    ...(state === null ? {} : { state }),
  }).toString();
  return url.href;
}
