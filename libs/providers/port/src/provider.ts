import type { ChannelNotification, ProviderName } from '@kalends/contracts';
import type { EventSeries, InstanceChange } from '@kalends/icalendar';
import type { z } from 'zod';
import type { CalendarRights } from './calendar-rights.js';
import type { ConsentProblem } from './consent/consent-failure.js';
import type { ConsentModule } from './consent/consent-half.js';
import type { SyncModule } from './sync/sync-half.js';

/** The languages of the journey's pages. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'nl' | 'pt' | 'pl' | 'ja' | 'ar';

/** A text of the journey's pages: in each of their languages, or the same in all. */
export type Localized = string | Readonly<Record<Language, string>>;

/** Settings with these schemas, as a program has read them. */
export type SettingsOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** The journey's form for the user name and password of an account. */
export interface PasswordForm {
  /** `address`: the address of a calendar alone, which is stored like a password; absent: both. */
  asks?: 'address';
  title: Localized;
  /** The server, where users do not enter its address. */
  address?: string;
}

/** A service of which users know the name, not the address. */
export interface Preset {
  /** In forms; never the name of a provider. */
  id: string;
  /** As displayed. */
  name: string;
  /** Its server; null: each has one of its own. */
  address: string | null;
  /**
   * Whether it lets other programs in with an app password only, or does so when its user signs in with two factors; absent: it has
   * none.
   */
  appPassword?: 'always' | 'two-factor';
  /** Where users make one, or read how. */
  appPasswordUrl?: string;
}

/** One kind of account at a provider, as the journey offers it. */
export interface AccountKind<Config = object> {
  /** The `provider_name` of its profiles. */
  name: ProviderName;
  title: Localized;
  note: Localized;
  /** Whether it is offered; absent: always, or wherever the provider's consent is. */
  isOffered?(config: Config): boolean;
  /** Of a provider with passwords. */
  form?: PasswordForm;
  /** Known services with such accounts. */
  presets?: readonly Preset[];
}

/** What the gateway has to know of a consent (OAuth 2.0) before a user begins one. */
export interface ConsentDescription<Config = object> {
  /** Whether the operator has an OAuth client at the provider. */
  isConfigured(config: Config): boolean;
  /** Addresses to which a form may lead through redirects. */
  addresses(config: Config): string[];
  /** Where users withdraw a consent that only they can withdraw. */
  withdrawal?: Localized;
  /** What went wrong there, in words. */
  problems?: Readonly<Record<ConsentProblem, Localized>>;
  /** Why an organization has to approve the application, and how users request it: with `{application}` and `{address}`. */
  approval?: { why: Localized; message: Localized };
  /** The consent half, loaded by the gateway only. */
  load(): Promise<ConsentModule<Config>>;
}

/** What a provider reports of one of its channels. */
export type ChannelReport = Pick<ChannelNotification, 'channel_id' | 'kind'>;

/**
 * A provider: what both services have to know of it, and how each loads its half. `Gateway` and `Sync` are the schemas of
 * the settings that each service reads, by the names of environment variables.
 */
export interface Provider<Gateway extends z.ZodRawShape = z.ZodRawShape, Sync extends z.ZodRawShape = z.ZodRawShape> {
  /** In addresses, metrics and hashes of identities: it never changes. */
  readonly id: string;
  /** As displayed. */
  readonly name: string;
  readonly accounts: readonly AccountKind<SettingsOf<Gateway>>[];
  readonly settings: { readonly gateway: Gateway; readonly sync: Sync };
  /** The setting with the address at which the provider reports changes; absent: it reports none. */
  readonly notificationUrl?: keyof Sync & string;
  /** Whether it mails the guests of every event. */
  readonly sendsInvitations?: boolean;
  /** The rights of granted scopes. */
  rightsIn?(scope: readonly string[]): CalendarRights;
  /** Why it cannot store a recurring event; null: it can. */
  recurrenceProblem?(series: EventSeries): string | null;
  /** Why it cannot store a change of one instance, with which the series is this; null: it can. */
  instanceProblem?(series: EventSeries, instance: InstanceChange): string | null;
  /**
   * The channels that entries of one notification report; those that prove nothing are left out. `tokenOf` is the proof that
   * calendar-sync gave the provider for a channel.
   */
  notifiedChannels?(entries: readonly unknown[], tokenOf: (channelId: string) => string): ChannelReport[];
  readonly consent?: ConsentDescription<SettingsOf<Gateway>>;
  /** Its calendars, loaded by calendar-sync only; absent: there is no server. */
  loadSync?(): Promise<SyncModule<SettingsOf<Sync>>>;
}

/** Checks a description against its own settings. */
export const defineProvider = <Gateway extends z.ZodRawShape, Sync extends z.ZodRawShape>(
  provider: Provider<Gateway, Sync>,
): Provider<Gateway, Sync> => provider;
