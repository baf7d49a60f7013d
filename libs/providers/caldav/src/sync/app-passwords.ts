import type { AppPasswordIssuer } from '@kalends/contracts';
import { getDomain } from 'tldts';

const appleText =
  'Apple accepts app-specific passwords only: create one at https://account.apple.com (Sign-In and Security).';
const withTwoFactors = (name: string, where: string) =>
  `With two-factor authentication ${name} accepts app passwords only: create one ${where}.`;
/** Whose app passwords are meant, and what the English pages state about them. */
interface AppPasswords {
  issuer: AppPasswordIssuer;
  text: string;
}

const apple: AppPasswords = { issuer: 'apple', text: appleText };
const gmx: AppPasswords = {
  issuer: 'gmx',
  text: withTwoFactors('this provider', 'in the security settings of the account'),
};
const zoho: AppPasswords = {
  issuer: 'zoho',
  text: withTwoFactors('Zoho', 'at https://accounts.zoho.com (Security, App Passwords)'),
};
const fastmailText =
  'Fastmail accepts app passwords only: create one in its settings (Privacy & Security, App passwords).';
const yahooText = 'Yahoo accepts app passwords only: create one at https://login.yahoo.com (Security, app passwords).';
const fastmail: AppPasswords = { issuer: 'fastmail', text: fastmailText };
const yahoo: AppPasswords = { issuer: 'yahoo', text: yahooText };
const nextcloud: AppPasswords = {
  issuer: 'nextcloud',
  text: withTwoFactors('Nextcloud', 'in its personal settings (Security, Devices & sessions)'),
};

/** Providers with app passwords, by their registered domains. */
const byDomain = new Map([
  ...['icloud.com', 'me.com'].map((domain) => [domain, apple] as const),
  ...['fastmail.com', 'fastmail.fm', 'messagingengine.com'].map((domain) => [domain, fastmail] as const),
  ...['gmx.net', 'gmx.com', 'gmx.de', 'gmx.at', 'gmx.ch', 'web.de', 'mail.com'].map((domain) => [domain, gmx] as const),
  ...['yahoo.com', 'yahoo.co.jp', 'aol.com'].map((domain) => [domain, yahoo] as const),
  ...['zoho.com', 'zoho.eu', 'zoho.in', 'zoho.com.au', 'zoho.jp', 'zohocloud.ca'].map(
    (domain) => [domain, zoho] as const,
  ),
]);

interface RefusedPassword {
  url: URL;
  /** The `WWW-Authenticate` of the response. */
  challenge: string;
  /** The provider that the user chose. */
  providerName: string;
}

/** How the user gets a password that is accepted, if the provider has such passwords. */
export function appPasswordHint({ url, challenge, providerName }: RefusedPassword): AppPasswords | undefined {
  if (providerName === 'apple') return apple;
  const known = byDomain.get(getDomain(url.hostname) ?? '');
  if (known) return known;
  const isNextcloud = /realm="?nextcloud/i.test(challenge) || url.pathname.includes('/remote.php/');
  return isNextcloud ? nextcloud : undefined;
}
