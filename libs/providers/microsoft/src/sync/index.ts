import type { SettingsOf } from '@kalends/provider-port';
import { notConfigured, type ConsentSync, type OpenedConsent, type SyncContext } from '@kalends/provider-port/sync';
import type { syncSettings } from '../settings.js';
import { microsoftEndpoint } from './microsoft-endpoint.js';
import { MicrosoftProvider } from './microsoft-provider.js';
import { revokeAtMicrosoft } from './revoke-at-microsoft.js';

export { microsoftEndpoint, MicrosoftProvider, revokeAtMicrosoft };

/** Microsoft answers in pages. */
const pageTimeoutMs = 60_000;

/** Microsoft's accounts, if the operator has an OAuth client there: at work (`exchange`) and personal (`live_connect`). */
export function create(context: SyncContext<SettingsOf<typeof syncSettings>>): ConsentSync {
  const { egress, config, clock, tokenOf } = context;
  const { MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret = '' } = config;
  const { MICROSOFT_AUTHORITY_URL: authorityUrl, MICROSOFT_TENANT: tenant, MICROSOFT_GRAPH_URL: graphUrl } = config;
  const address = config.MICROSOFT_NOTIFICATION_URL;
  const endpoint = microsoftEndpoint({ authorityUrl, tenant, client: { id: id ?? '', secret } });
  const open = ({ providerName, profileId: mailbox, tokens, signal, deadline, requests }: OpenedConsent) =>
    new MicrosoftProvider({
      egress,
      graphUrl,
      clock,
      mailbox,
      push: address !== undefined,
      personal: providerName === 'live_connect',
      tokens,
      signal,
      requests,
      deadlineMs: deadline(pageTimeoutMs),
    });
  const providerWith = (tokens: OpenedConsent['tokens']) =>
    open({ providerName: '', tokens, deadline: (maxMs) => maxMs });
  const limits = {
    perMinute: config.MICROSOFT_REQUESTS_PER_MINUTE,
    perDay: config.MICROSOFT_REQUESTS_PER_DAY,
    zone: 'Etc/UTC',
  };
  return {
    kind: 'consent',
    endpoint,
    ...(id === undefined ? {} : { limits }),
    open: id === undefined ? notConfigured('MICROSOFT_CLIENT_ID') : open,
    revoke: (revocation) => revokeAtMicrosoft({ egress, endpoint, clock, providerWith }, revocation),
    // Microsoft repeats nothing but this, so it has the channel's id as well
    ...(address === undefined ? {} : { push: { address, tokenFor: (channel) => `${channel}.${tokenOf(channel)}` } }),
  };
}
