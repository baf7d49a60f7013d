import { offersGoogle, offersMicrosoft, type GatewayConfig } from '../../config.js';

/** A provider at which users sign in and consent, as named in addresses. */
export type ConsentProviderId = 'google' | 'microsoft';

/** As displayed. */
export const consentProviderNames: Readonly<Record<ConsentProviderId, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};

export type OffersConfig = Pick<
  GatewayConfig,
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GOOGLE_AUTHORIZE_URL'
  | 'MICROSOFT_CLIENT_ID'
  | 'MICROSOFT_CLIENT_SECRET'
  | 'MICROSOFT_AUTHORITY_URL'
  | 'MICROSOFT_TENANT'
>;

/** `provider_name` of profiles and requests; which kind of account it is, Microsoft reports only after the sign-in. */
const byName = new Map(
  Object.entries<ConsentProviderId>({
    google: 'google',
    exchange: 'microsoft',
    office365: 'microsoft',
    live_connect: 'microsoft',
    outlook_com: 'microsoft',
  }),
);

/** Where users of a `provider_name` sign in; null: not by a consent. */
export const consentProviderOf = (name: string | null): ConsentProviderId | null =>
  name !== null && byName.has(name) ? byName.get(name)! : null;

export const isConsentProvider = (id: unknown): id is ConsentProviderId => id === 'google' || id === 'microsoft';

export const offers = (config: OffersConfig, id: ConsentProviderId): boolean =>
  id === 'google' ? offersGoogle(config) : offersMicrosoft(config);

/** Whether work and school accounts, and whether personal ones, can sign in at Microsoft. */
export function microsoftAccounts(config: OffersConfig): { work: boolean; personal: boolean } {
  const isOffered = offersMicrosoft(config);
  const { MICROSOFT_TENANT: tenant } = config;
  return {
    work: isOffered && tenant !== 'consumers',
    personal: isOffered && (tenant === 'common' || tenant === 'consumers'),
  };
}

/** Addresses to which a form may lead through redirects; Microsoft signs personal accounts in at a second one. */
export function consentAddresses(config: OffersConfig, ids: readonly ConsentProviderId[]): string[] {
  const of = {
    google: [config.GOOGLE_AUTHORIZE_URL],
    microsoft: [config.MICROSOFT_AUTHORITY_URL, 'https://login.live.com'],
  };
  return ids.filter((id) => offers(config, id)).flatMap((id) => of[id]);
}

type Purpose = 'journey' | 'relink';

/** The page that redirects the browser to the provider's consent. */
export const consentStart = (id: ConsentProviderId, purpose: Purpose, sealed: string): string =>
  `/oauth/providers/${id}/start?${purpose}=${sealed}`;

/** The page that redirects the browser to the approval of an organization at Microsoft. */
export const adminConsentPath = '/oauth/providers/microsoft/admin-consent';
