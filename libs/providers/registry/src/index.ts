import type { AccountKind, Preset, Provider, SettingsOf } from '@kalends/provider-port';
import { namingOfProviders, type ConsentProviderId } from '@kalends/contracts';
import type { z } from 'zod';
import { registered } from './registered.js';

export { isBuiltIn } from '@kalends/provider-built-in';
export { losesRights } from '@kalends/provider-port';
export type {
  AccountKind,
  CalendarRights,
  ChannelReport,
  Localized,
  Preset,
  Provider,
  SettingsOf,
} from '@kalends/provider-port';

type Registered = (typeof registered)[number];
/** All shapes at once. */
type Every<Shape> = (Shape extends unknown ? (shape: Shape) => void : never) extends (every: infer All) => void
  ? All
  : never;
type GatewayShape = Every<Registered['settings']['gateway']> & z.ZodRawShape;
type SyncShape = Every<Registered['settings']['sync']> & z.ZodRawShape;

/** Every provider. */
export const providers: readonly Provider[] = registered;

const joined = (shapes: readonly z.ZodRawShape[]): z.ZodRawShape =>
  Object.fromEntries(shapes.flatMap((shape) => Object.entries(shape)));

/** The providers' settings that the gateway reads. */
export const providerGatewaySettings = joined(providers.map(({ settings }) => settings.gateway)) as GatewayShape;
/** The providers' settings that calendar-sync reads. */
export const providerSyncSettings = joined(providers.map(({ settings }) => settings.sync)) as SyncShape;
/** Both, by provider. */
export const providerSettings = joined(
  providers.flatMap(({ settings }) => [settings.gateway, settings.sync]),
) as GatewayShape & SyncShape;

export type ProviderGatewaySettings = SettingsOf<GatewayShape>;
export type ProviderSyncSettings = SettingsOf<SyncShape>;

const byName = new Map<string, { provider: Provider; account: AccountKind }>(
  providers.flatMap((provider) => provider.accounts.map((account) => [account.name, { provider, account }])),
);

/** The provider of profiles with this `provider_name`; undefined: there is none. */
export const providerNamed = (name: string | null | undefined): Provider | undefined =>
  byName.get(name ?? '')?.provider;

/** The kind of account with this `provider_name`; undefined: there is none. */
export const accountKindOf = (name: string): AccountKind | undefined => byName.get(name)?.account;

/** Whether profiles with this `provider_name` are published calendars, whose address proves nobody's identity. */
export const isPublished = ({ provider_name }: { provider_name: string }): boolean =>
  accountKindOf(provider_name)?.form?.asks === 'address';

const presets = new Map<string, Preset>(
  providers.flatMap(({ accounts }) =>
    accounts.flatMap((one) => (one.presets ?? []).map((preset) => [preset.id, preset])),
  ),
);

/** A service that the journey offers by its name; undefined: there is none. */
export const presetOf = (id: string): Preset | undefined => presets.get(id);

/** The provider at which users consent, by its name in addresses; undefined: there is none. */
export const consentProvider = (id: unknown): (Provider & Required<Pick<Provider, 'consent'>>) | undefined =>
  providers.find((one) => one.id === id && one.consent) as ReturnType<typeof consentProvider>;

/** The `provider_service` of a `provider_name` (ACC-3). */
export const serviceOf = (name: string): string => namingOfProviders.get(name)?.service ?? name;

/** Where users of a `provider_name`, or of a `provider_service`, consent; null: not by a consent. */
export function consentIdOf(name: string | null): ConsentProviderId | null {
  const found = [...namingOfProviders].find(([one, { service }]) => one === name || service === name);
  return (found?.[1].at as ConsentProviderId | undefined) ?? null;
}
