import type { Logger } from '@kalends/service-runtime';
import { createEgress, type Egress, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { CaldavProvider, type DiscoveryMemory } from './providers/caldav/caldav-provider.js';
import { createDavFetch } from './providers/caldav/dav-fetch.js';
import { withStoredPassword } from './providers/caldav/with-stored-password.js';
import type { Discovered } from './providers/caldav/discovery.js';
import { ReportMemory } from './providers/caldav/report-memory.js';
import type { CalendarSyncConfig } from './config.js';
import { GoogleProvider } from './providers/google/google-provider.js';
import { MicrosoftProvider } from './providers/microsoft/microsoft-provider.js';
import { revokeAtGoogle } from './providers/google/revoke-at-google.js';
import { revokeAtMicrosoft } from './providers/oauth/revoke-at-microsoft.js';
import { googleEndpoint } from './providers/oauth/google-endpoint.js';
import { microsoftEndpoint } from './providers/oauth/microsoft-endpoint.js';
import { createTokenStore, issuedTokens, openTokens, type ProfileTokens } from './providers/oauth/profile-tokens.js';
import type { TokenEndpoint } from './providers/oauth/token-endpoint.js';
import type { Clock } from './injection-tokens.js';
import type { ProfileRow } from './published-state/rows.js';
import { ProviderError, type CalendarProvider } from './providers/port/provider.port.js';
import { ThreadedReader } from './providers/port/object-reader.js';
import { deadlineOf } from './providers/port/server-of.js';
import type { ConnectionOf, ProviderOf, Revocation, RevokeAtProvider } from './providers/port/provider-registry.js';

/** A cold server may take this long to process a calendar of 10,000 events. */
const timeoutMs = 120_000;
/** Google and Microsoft answer in pages. */
const pageTimeoutMs = 60_000;
const maxBodyBytes = 32 * 1_048_576;
const remembered = 10_000;

/** So that a user's changed addresses, and what a server has learnt to do, are known within this time. */
const rememberedMs = 3_600_000;

/** The most recent discoveries, by address and user. */
function createMemory(clock: Clock): (profile: ProfileRow) => DiscoveryMemory {
  const known = new Map<string, { discovered: Discovered; until: number }>();
  return ({ profile_id, url, username }) => {
    const key = JSON.stringify([profile_id, url, username]);
    return {
      get: () => {
        const found = known.get(key);
        return found && found.until > clock() ? found.discovered : undefined;
      },
      set: (discovered) => {
        known.delete(key);
        if (!discovered) return;
        known.set(key, { discovered, until: clock() + rememberedMs });
        if (known.size > remembered) known.delete(known.keys().next().value!);
      },
    };
  };
}

interface ProvidersDependencies {
  pool: Pool;
  sealer: Sealer;
  config: CalendarSyncConfig;
  clock: Clock;
}

/** A provider with a consent (OAuth 2.0). */
type ConsentProvider = Pick<Providers, 'providerOf' | 'connectionOf'> & {
  revoke(revocation: Revocation): Promise<void>;
};

interface Providers {
  providerOf: ProviderOf;
  connectionOf: ConnectionOf;
  revokeAtProvider: RevokeAtProvider;
}

interface ConsentDependencies extends ProvidersDependencies {
  egress: Pick<Egress, 'dispatcher'>;
}

const notSetUp = (setting: string) => (): never => {
  throw new ProviderError('unavailable', `The provider is not configured: ${setting} is missing.`);
};

interface CreateOptions {
  /** The profile's `provider_name`. */
  name: string;
  profileId?: string;
  tokens: ProfileTokens;
  signal?: AbortSignal;
  deadlineMs?: number;
}

/** How a provider reads with a profile's tokens. */
type Create = (options: CreateOptions) => CalendarProvider;

/** Providers over stored tokens, and over issued ones that are not stored yet. */
function withTokens(
  { pool, sealer, egress, clock }: ConsentDependencies,
  endpoint: TokenEndpoint,
  create: Create,
): Pick<Providers, 'providerOf' | 'connectionOf'> {
  const tokensOf = createTokenStore({ pool, sealer, egress, endpoint, clock });
  return {
    providerOf: (profile, signal) => {
      const { profile_id: profileId, provider_name: name } = profile;
      const deadlineMs = deadlineOf(profile, pageTimeoutMs);
      return create({ name, profileId, tokens: tokensOf(profileId), deadlineMs, ...(signal ? { signal } : {}) });
    },
    connectionOf: ({ profile_id, provider_name: name, sealed_tokens, scope }, signal) => {
      const tokens = issuedTokens(openTokens(sealer, profile_id, sealed_tokens), { name: endpoint.name, scope });
      return create({ name, profileId: profile_id, tokens, signal });
    },
  };
}

/** Google's accounts, if the operator has an OAuth client there. */
function createGoogle(dependencies: ConsentDependencies): ConsentProvider {
  const { egress, config, clock } = dependencies;
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret = '', GOOGLE_TOKEN_URL: url } = config;
  const baseUrl = config.GOOGLE_API_URL.replace(/\/{1,9}$/, '');
  const endpoint = googleEndpoint({ url, client: { id: id ?? '', secret } });
  const atRevocation = { egress, clock, endpoint, baseUrl, revokeUrl: config.GOOGLE_REVOKE_URL };
  const revoke = (revocation: Revocation) => revokeAtGoogle(atRevocation, revocation);
  const missing = notSetUp('GOOGLE_CLIENT_ID');
  if (id === undefined) return { providerOf: missing, connectionOf: missing, revoke };
  const create: Create = (options) => new GoogleProvider({ egress, baseUrl, ...options });
  return { ...withTokens(dependencies, endpoint, create), revoke };
}

/** Microsoft's accounts, if the operator has an OAuth client there: at work (`exchange`) and personal (`live_connect`). */
function createMicrosoft(dependencies: ConsentDependencies): ConsentProvider {
  const { egress, config, clock } = dependencies;
  const { MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret = '' } = config;
  const push = config.MICROSOFT_NOTIFICATION_URL !== undefined;
  const { MICROSOFT_AUTHORITY_URL: authorityUrl, MICROSOFT_TENANT: tenant, MICROSOFT_GRAPH_URL: graphUrl } = config;
  const endpoint = microsoftEndpoint({ authorityUrl, tenant, client: { id: id ?? '', secret } });
  const create: Create = ({ name, profileId: mailbox, ...options }) =>
    new MicrosoftProvider({
      egress,
      graphUrl,
      clock,
      mailbox,
      push,
      personal: name === 'live_connect',
      ...options,
    });
  const revoke = (revocation: Revocation) =>
    revokeAtMicrosoft(
      {
        egress,
        endpoint,
        clock,
        providerWith: (tokens) => create({ name: '', tokens }),
      },
      revocation,
    );
  const missing = notSetUp('MICROSOFT_CLIENT_ID');
  if (id === undefined) return { providerOf: missing, connectionOf: missing, revoke };
  return { ...withTokens(dependencies, endpoint, create), revoke };
}

/** Providers over the service's pool, with opened secrets, and the egress guard for addresses that users enter. */
export function createProviders({
  log,
  ...dependencies
}: ProvidersDependencies & { log: Logger }): Providers & { close(): Promise<void> } {
  const { pool, sealer, config, clock } = dependencies;
  const allowNetworks = config.ALLOW_NETWORKS ?? [];
  const egress = createEgress({ allowNetworks, timeoutMs });
  const memoryOf = createMemory(clock);
  const reader = new ThreadedReader(log);
  const reports = new ReportMemory(clock);
  const google = createGoogle({ pool, sealer, egress, config, clock });
  const microsoft = createMicrosoft({ pool, sealer, egress, config, clock });
  const withConsent = new Map<string, ConsentProvider>([
    ['google', google],
    ['exchange', microsoft],
    ['live_connect', microsoft],
  ]);
  const providerOf: ProviderOf = (profile, signal) => {
    const atConsent = withConsent.get(profile.provider_name);
    if (atConsent) return atConsent.providerOf(profile, signal);
    const { provider_name, profile_id, url, username, sealed_password } = profile;
    if (url === null || username === null || sealed_password === null) {
      throw new ProviderError('authentication-failed', 'The profile has no credentials.', { isFinal: true });
    }
    const password = sealer.open(sealed_password, `profile:${profile_id}`);
    const fetch = createDavFetch(egress, { timeoutMs: deadlineOf(profile, timeoutMs), maxBodyBytes });
    const checked = withStoredPassword(pool, profile, fetch);
    return new CaldavProvider(
      { providerName: provider_name, url, username, password, fetch: checked, reports, signal },
      memoryOf(profile),
      reader,
    );
  };
  return {
    providerOf,
    connectionOf: (credentials, signal) =>
      withConsent.get(credentials.provider_name)!.connectionOf(credentials, signal),
    revokeAtProvider: async (name, revocation) => withConsent.get(name)?.revoke(revocation),
    close: () => reader.close(),
  };
}
