import { consentProvider, providers, type AccountKind, type ProviderGatewaySettings } from '@kalends/provider-registry';

export type OffersConfig = ProviderGatewaySettings;

/** Whether users can sign in at the provider. */
export const offers = (config: OffersConfig, id: string): boolean =>
  consentProvider(id)?.consent.isConfigured(config) === true;

/** The kinds of accounts that the journey offers, in their order. */
export const offeredAccounts = (config: OffersConfig): AccountKind[] =>
  providers
    .filter(({ consent }) => !consent || consent.isConfigured(config))
    .flatMap(({ accounts }) => accounts.filter(({ isOffered }) => isOffered?.(config) ?? true));

/** Addresses to which a form may lead through redirects. */
export const consentAddresses = (config: OffersConfig, ids: readonly string[]): string[] =>
  ids.filter((id) => offers(config, id)).flatMap((id) => consentProvider(id)!.consent.addresses(config));

type Purpose = 'journey' | 'relink';

/** The page that redirects the browser to the provider's consent. */
export const consentStart = (id: string, purpose: Purpose, sealed: string): string =>
  `/oauth/providers/${id}/start?${purpose}=${sealed}`;

/** The page that redirects the browser to the approval of an organization at a provider. */
export const adminConsentPath = (id: string): string => `/oauth/providers/${id}/admin-consent`;
