import { z } from 'zod';

interface ProviderNaming {
  /** How its users connect: by a consent at the provider (OAuth 2.0), with a password, or not at all. */
  connects: 'consent' | 'password' | 'built-in';
  /** Where they consent, as named in addresses. */
  at?: string;
  /** `provider_service`, where it has another name. */
  service?: string;
  /** What the name means, where it does not say so. */
  meaning?: string;
}

/**
 * Every `provider_name` that a profile can have, on topics and in the public API. Values never change; a further provider
 * adds its own.
 */
export const providerNaming = {
  kalends: { connects: 'built-in' },
  google: { connects: 'consent', at: 'google' },
  exchange: { connects: 'consent', at: 'microsoft', service: 'office365', meaning: 'Microsoft 365' },
  live_connect: { connects: 'consent', at: 'microsoft', service: 'outlook_com', meaning: 'Outlook.com' },
  apple: { connects: 'password', service: 'icloud' },
  caldav: { connects: 'password' },
  ics: { connects: 'password', meaning: 'a published calendar' },
} as const satisfies Record<string, ProviderNaming>;

type Naming = typeof providerNaming;
export type ProviderName = keyof Naming;
type NamesThat<Connects> = {
  [Name in ProviderName]: Naming[Name] extends { connects: Connects } ? Name : never;
}[ProviderName];

/** The same for code that does not know which names there are. */
export const namingOfProviders: ReadonlyMap<string, ProviderNaming> = new Map(Object.entries(providerNaming));

const namesThat = <Connects extends ProviderNaming['connects']>(connects: Connects) =>
  [...namingOfProviders].filter(([, one]) => one.connects === connects).map(([name]) => name) as [NamesThat<Connects>];

/** Providers with a consent. */
export const consentProviderName = z.enum(namesThat('consent'));
export type ConsentProviderName = z.infer<typeof consentProviderName>;

/** Providers with a user name and a password. */
export const passwordProviderName = z.enum(namesThat('password'));
export type PasswordProviderName = z.infer<typeof passwordProviderName>;

/** Where users consent, as named in addresses. */
export const consentProviderId = z.enum([...new Set([...namingOfProviders.values()].flatMap(({ at }) => at ?? []))] as [
  ConsentProviderId,
]);
export type ConsentProviderId = Extract<Naming[ProviderName], { at: string }>['at'];

const joined = (texts: readonly string[], word: 'and' | 'or'): string =>
  `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;

const displayNames: Readonly<Record<ConsentProviderId, string>> = { google: 'Google', microsoft: 'Microsoft' };

/** For sentences of documents: `Google, Microsoft`, before further names. */
export const consentPlaces = Object.values(displayNames).join(', ');
/** For sentences of documents: `Google or Microsoft`. */
export const anyConsentPlace = joined(Object.values(displayNames), 'or');
/** For sentences of documents: `Google and Microsoft`. */
export const everyConsentPlace = joined(Object.values(displayNames), 'and');

/** For sentences of documents: the names of all providers but the built-in one, with what they mean. */
export const namesAtProviders = joined(
  [...namingOfProviders]
    .filter(([, { connects }]) => connects !== 'built-in')
    .map(([name, { meaning }]) => (meaning === undefined ? name : `${name} (${meaning})`)),
  'or',
);
