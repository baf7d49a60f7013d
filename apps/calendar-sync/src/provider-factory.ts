import type { EpochMs } from '@kalends/icalendar';
import {
  issuedTokens,
  ProviderError,
  type CalendarProvider,
  type ConsentSync,
  type PasswordSync,
  type PushOptions,
  type Requests,
  type SyncHalf,
} from '@kalends/provider-port/sync';
import { providers } from '@kalends/provider-registry';
import { channelToken, createEgress, type Egress, type Sealer } from '@kalends/security';
import { metrics, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { Budgets, type NamedBudget } from './budget/budgets.js';
import type { Requester } from './budget/purpose.js';
import { RequestBudget } from './budget/request-budget.js';
import type { CalendarSyncConfig } from './config.js';
import type { Clock } from './injection-tokens.js';
import type { ProfileRow } from './published-state/rows.js';
import { createTokenStore, openTokens } from './stored-credentials/profile-tokens.js';
import type { ConnectionOf, ProviderOf, RevokeAtProvider } from './stored-credentials/provider-of.js';
import { deadlineOf } from './stored-credentials/server-of.js';
import { withStoredPassword } from './stored-credentials/with-stored-password.js';

/** A provider's own deadlines are shorter. */
const timeoutMs = 120_000;

interface ProvidersDependencies {
  pool: Pool;
  sealer: Sealer;
  config: CalendarSyncConfig;
  clock: Clock;
  log: Logger;
}

interface OpenDependencies extends ProvidersDependencies {
  egress: Pick<Egress, 'dispatcher'>;
}

/** How the engine opens the profiles of one provider. */
interface Opener {
  profile: ProviderOf;
  connection?: ConnectionOf;
  revoke?: ConsentSync['revoke'];
  push?: PushOptions;
}

const noCredentials = () =>
  new ProviderError('authentication-failed', 'The profile has no credentials.', { isFinal: true });

/** What the requests of a task go through; undefined: nothing bounds them. */
type RequestsOf = (requester: Requester) => Requests | undefined;

/** Over stored tokens, and over issued ones that are not stored yet. */
function withTokens(dependencies: OpenDependencies, half: ConsentSync, requestsOf: RequestsOf): Opener {
  const { pool, sealer, egress, clock } = dependencies;
  const { endpoint } = half;
  const tokensOf = createTokenStore({ pool, sealer, egress, endpoint, clock });
  return {
    profile: (profile, purpose, signal) => {
      const { profile_id: profileId, provider_name: providerName } = profile;
      const deadline = (maxMs: number) => deadlineOf(profile, maxMs);
      const requests = requestsOf({ accountId: profile.account_id || profileId, purpose });
      return half.open({ providerName, profileId, tokens: tokensOf(profileId), deadline, signal, requests });
    },
    connection: ({ profile_id: profileId, provider_name: providerName, sealed_tokens, scope }, signal) => {
      const tokens = issuedTokens(openTokens(sealer, profileId, sealed_tokens), { name: endpoint.name, scope });
      // somebody waits for the journey's next page
      const requests = requestsOf({ accountId: profileId, purpose: 'write' });
      return half.open({ providerName, profileId, tokens, deadline: (maxMs) => maxMs, signal, requests });
    },
    revoke: (revocation) => half.revoke(revocation),
    ...(half.push ? { push: half.push } : {}),
  };
}

/** Over stored passwords. */
const withPassword = ({ pool, sealer }: OpenDependencies, half: PasswordSync): Opener => ({
  profile: (profile, _purpose, signal) => {
    const { provider_name: providerName, profile_id: profileId, url, username, sealed_password } = profile;
    if (url === null || username === null || sealed_password === null) throw noCredentials();
    return half.open({
      providerName,
      profileId,
      url,
      username,
      password: sealer.open(sealed_password, `profile:${profileId}`),
      whileStored: (fetch) => withStoredPassword(pool, profile, fetch),
      deadline: (maxMs) => deadlineOf(profile, maxMs),
      signal,
    });
  },
});

export interface Providers {
  providerOf: ProviderOf;
  connectionOf: ConnectionOf;
  revokeAtProvider: RevokeAtProvider;
  /** The address for notifications that the operator has set, by `provider_name`. */
  pushOf(providerName: string): PushOptions | undefined;
  /** When the certificate of a profile's server expires, epoch ms; undefined: this process has not connected to it. */
  certificateEnd(profile: ProfileRow): EpochMs | undefined;
  budgets: Budgets;
  close(): Promise<void>;
}

/** The same, counting what is sent to a provider. */
const counted = ({ dispatcher }: Pick<Egress, 'dispatcher'>, provider: string): Pick<Egress, 'dispatcher'> => ({
  dispatcher: dispatcher.compose((dispatch) => (options, handler) => {
    metrics.providerRequests.inc({ provider });
    return dispatch(options, handler);
  }),
});

/** Every provider with a sync half, loaded. */
async function loadHalves(dependencies: OpenDependencies) {
  const { egress, config, clock, log } = dependencies;
  const halves: SyncHalf[] = [];
  const openers = new Map<string, Opener>();
  const budgets: NamedBudget[] = [];
  for (const { id, name: title, accounts, loadSync } of providers) {
    if (!loadSync) continue;
    const tokenOf = (channelId: string) => channelToken(config.ENCRYPTION_KEY, id, channelId);
    const half = (await loadSync()).create({ config, egress: counted(egress, id), clock, log, tokenOf });
    const names = accounts.map(({ name }) => name);
    const limits = half.kind === 'consent' ? half.limits : undefined;
    const budget = limits && new RequestBudget({ provider: id, name: title, limits, clock });
    if (budget) budgets.push({ budget, names });
    const requestsOf: RequestsOf = (requester) => budget?.for(requester);
    const opener =
      half.kind === 'consent' ? withTokens(dependencies, half, requestsOf) : withPassword(dependencies, half);
    halves.push(half);
    for (const name of names) openers.set(name, opener);
  }
  return { halves, openers, budgets: new Budgets(budgets) };
}

/** Providers over the service's pool, with opened secrets, and the egress guard for addresses that users enter. */
export async function createProviders(dependencies: ProvidersDependencies): Promise<Providers> {
  const egress = createEgress({ allowNetworks: dependencies.config.ALLOW_NETWORKS ?? [], timeoutMs });
  const { halves, openers, budgets } = await loadHalves({ ...dependencies, egress });
  const openerOf = (name: string): Opener => {
    const opener = openers.get(name);
    if (!opener) throw noCredentials();
    return opener;
  };
  return {
    budgets,
    providerOf: (profile, purpose, signal): CalendarProvider =>
      openerOf(profile.provider_name).profile(profile, purpose, signal),
    connectionOf: (credentials, signal) => openerOf(credentials.provider_name).connection!(credentials, signal),
    revokeAtProvider: async (name, revocation) => openers.get(name)?.revoke?.(revocation),
    certificateEnd: ({ url }) =>
      url !== null && URL.canParse(url) ? egress.certificateEnd(new URL(url).origin) : undefined,
    pushOf: (name) => openers.get(name)?.push,
    close: async () => {
      for (const half of halves) if (half.kind === 'password') await half.close?.();
    },
  };
}
