import { sha256 } from '@kalends/security';
import { getDomain } from 'tldts';

/** An endpoint is one application's exact callback URL; its id is short regardless of the URL. */
export const endpointIdOf = (clientId: string, url: string): string => sha256(`${clientId}\n${url}`);

/** What one party can have any number of names below: the registrable domain, or the address. */
export function domainOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** The unit of bounded concurrency: scheme, host and port; all invalid URLs count as one. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
