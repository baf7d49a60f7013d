import type { Egress } from '@kalends/security';
import type { Logger } from '@kalends/service-runtime';
import type { ProfileTokens } from './oauth/access-tokens.js';
import type { TokenEndpoint } from './oauth/token-endpoint.js';
import { ProviderError, type CalendarProvider } from './provider.port.js';

/** What a sync half is made from. */
export interface SyncContext<Config> {
  config: Config;
  /** For addresses that users enter, and for the provider's own. */
  egress: Pick<Egress, 'dispatcher'>;
  /** Current time, epoch ms. */
  clock: () => number;
  log: Logger;
  /** Proves to the gateway that a channel of this provider is ours. */
  tokenOf(channelId: string): string;
}

/** What a provider permits our client, of all users together. */
export interface RequestLimits {
  /** In any minute; 0: no limit. */
  perMinute: number;
  /** In a day; 0: no limit. */
  perDay: number;
  /** The IANA zone whose midnight begins a new day. */
  zone: string;
}

/** What each request of a task goes through. */
export interface Requests {
  /** Resolves when the request, or a batch that counts as several, may be sent; an `unavailable` ProviderError if that would be long. */
  admit(signal?: AbortSignal, count?: number): Promise<void>;
  /** The provider refused a request because our client sends too many, of all its users together. */
  limited(retryAfterMs?: number): void;
}

/** A profile for one task at its provider. */
interface Opened {
  /** The profile's `provider_name`. */
  providerName: string;
  /** How long an answer may take, in ms: at most `maxMs`, less where the server has been quick. */
  deadline(maxMs: number): number;
  /** Aborts all requests of the task. */
  signal?: AbortSignal;
  /** Absent: nothing bounds them. */
  requests?: Requests;
}

/** A profile with tokens. Its id is absent if it is gone. */
export interface OpenedConsent extends Opened {
  profileId?: string;
  tokens: ProfileTokens;
}

/** A profile with a user name and a password. */
export interface OpenedPassword extends Opened {
  profileId: string;
  url: string;
  username: string;
  password: string;
  /** Requests that look up before each whether the profile still has its password. */
  whileStored(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
}

/** A channel's address at the gateway, and what a provider repeats in every notification. */
export interface PushOptions {
  address: string;
  tokenFor: (channelId: string) => string;
}

/** What is left of a profile when access to it has ended. */
export interface Revocation {
  /** The user's id at the provider. */
  subject: string | null;
  /** The profile's tokens, in the provider's own format. */
  tokens: string;
  channels: { channelId: string; resourceId: string }[];
  /** Whether revocation waits for the channels to be closed; they expire within days. */
  channelsFirst: boolean;
  /** False: the same person is connected elsewhere in Kalends, and would lose that connection as well. */
  revoke: boolean;
}

/** Accounts to which users consent. */
export interface ConsentSync {
  kind: 'consent';
  endpoint: TokenEndpoint;
  /** Absent: none that concern all users together. */
  limits?: RequestLimits;
  open(profile: OpenedConsent): CalendarProvider;
  /** Ends a profile at the provider. Throws ProviderErrors; repeating it does no harm. */
  revoke(revocation: Revocation): Promise<void>;
  /** Absent: the provider cannot reach the gateway, and is only polled. */
  push?: PushOptions;
}

/** Accounts with a user name and a password. */
export interface PasswordSync {
  kind: 'password';
  open(profile: OpenedPassword): CalendarProvider;
  close?(): Promise<void>;
}

export type SyncHalf = ConsentSync | PasswordSync;

/** The module `sync` of a provider. */
export interface SyncModule<Config = object> {
  create(context: SyncContext<Config>): SyncHalf;
}

/** In place of `open` where an operator has not set up the provider: profiles wait. */
export const notConfigured = (setting: string) => (): never => {
  throw new ProviderError('unavailable', `The provider is not configured: ${setting} is missing.`);
};
