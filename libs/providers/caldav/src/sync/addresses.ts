import { getDomain } from 'tldts';

const keptPlain = /%(40|3A|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g;

function canonicalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).replace(keptPlain, decodeURIComponent);
  } catch {
    return segment;
  }
}

/** Characters with only one spelling. */
const plain = /^[A-Za-z0-9\-_.!~*'()/]*$/;

/** A path in its canonical spelling, however a server percent-encodes it (RFC 3986 §6.2.2). */
export const canonicalPath = (path: string): string =>
  plain.test(path) ? path : path.split('/').map(canonicalSegment).join('/');

/**
 * Resolves an href to a URL. A server behind a proxy may use another scheme or port for itself: on the host already in
 * use, ours are kept.
 */
export function resolveHref(href: string, base: string): string {
  const from = new URL(base);
  const url = new URL(href, from);
  const origin = url.hostname === from.hostname ? from.origin : url.origin;
  return `${origin}${canonicalPath(url.pathname)}${url.search}`;
}

/** The identity of a resource in Kalends: its path, so that a move to another host of the provider changes nothing. */
export function hrefOf(url: string, home: string): string {
  const { host, pathname } = new URL(url);
  return host === new URL(home).host ? canonicalPath(pathname) : url;
}

export const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

/** The same resource with or without the collection's trailing slash. */
export const samePath = (one: string, other: string): boolean => withSlash(one) === withSlash(other);

/**
 * The domain that somebody registered, by the Public Suffix List with its private part: below `co.uk`, `duckdns.org` and
 * `github.io` each name belongs to somebody else. Null for an IP address, a suffix, and a name without a dot.
 */
const registeredDomain = (host: string) => getDomain(host, { allowPrivateDomains: true });

/**
 * Whether credentials for one host may be sent to another: the same host on the same port, or another name of one
 * registered domain (`caldav.icloud.com` and `p42-caldav.icloud.com`); never from https to http.
 */
export function sameSite(from: URL, to: URL): boolean {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false;
  if (from.host === to.host) return true;
  if (from.port !== to.port) return false;
  const domain = registeredDomain(from.hostname);
  return domain !== null && domain === registeredDomain(to.hostname);
}
