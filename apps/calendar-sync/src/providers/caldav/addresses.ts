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

const parentOf = (host: string) => host.split('.').slice(1).join('.');
/** Public suffixes such as `co.uk` and `com.au`, where sibling domains belong to strangers. */
const isPublicSuffix = (domain: string) => /^([a-z]{2,3}\.)?[a-z]{2}$/.test(domain) || !domain.includes('.');
const isIp = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[');

/**
 * Whether credentials for one host may be sent to another: the same host on the same port, a host below it, or its
 * sibling within one registrable domain (`caldav.icloud.com` and `p42-caldav.icloud.com`); never from https to http.
 */
export function sameSite(from: URL, to: URL): boolean {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false;
  if (from.host === to.host) return true;
  if (isIp(from.hostname) || isIp(to.hostname)) return false;
  const ports = from.port === to.port || (from.port === '' && to.port === '');
  if (!ports) return false;
  if (to.hostname === from.hostname || to.hostname.endsWith(`.${from.hostname}`)) return true;
  const parent = parentOf(from.hostname);
  return !isPublicSuffix(parent) && (to.hostname === parent || to.hostname.endsWith(`.${parent}`));
}
