import type { SettingsOf } from '@kalends/provider-port';
import { notConfigured, type ConsentSync, type SyncContext } from '@kalends/provider-port/sync';
import type { syncSettings } from '../settings.js';
import { googleEndpoint } from './google-endpoint.js';
import { GoogleProvider } from './google-provider.js';
import { revokeAtGoogle } from './revoke-at-google.js';

export { googleEndpoint, GoogleProvider, revokeAtGoogle };

/** Google answers in pages. */
const pageTimeoutMs = 60_000;

/** Google's accounts, if the operator has an OAuth client there. */
export function create(context: SyncContext<SettingsOf<typeof syncSettings>>): ConsentSync {
  const { egress, config, clock, tokenOf } = context;
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret = '', GOOGLE_TOKEN_URL: url } = config;
  const baseUrl = config.GOOGLE_API_URL.replace(/\/{1,9}$/, '');
  const endpoint = googleEndpoint({ url, client: { id: id ?? '', secret } });
  const address = config.GOOGLE_NOTIFICATION_URL;
  // days of quotas are those of California
  const limits = {
    perMinute: config.GOOGLE_REQUESTS_PER_MINUTE,
    perDay: config.GOOGLE_REQUESTS_PER_DAY,
    zone: 'America/Los_Angeles',
  };
  return {
    kind: 'consent',
    endpoint,
    ...(id === undefined ? {} : { limits }),
    open:
      id === undefined
        ? notConfigured('GOOGLE_CLIENT_ID')
        : ({ tokens, signal, deadline, requests }) =>
            new GoogleProvider({ egress, baseUrl, tokens, signal, requests, deadlineMs: deadline(pageTimeoutMs) }),
    revoke: (revocation) =>
      revokeAtGoogle({ egress, clock, endpoint, baseUrl, revokeUrl: config.GOOGLE_REVOKE_URL }, revocation),
    ...(address === undefined ? {} : { push: { address, tokenFor: tokenOf } }),
  };
}
