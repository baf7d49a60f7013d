import { checkUrl } from './check-url.js';
import { EgressRefused } from './egress-refused.js';
import type { OutgoingRequest } from './egress.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CREDENTIAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * The request that a redirect leads to (RFC 9110 §15.4), or undefined if the response is not one. Methods other than POST
 * are kept (WebDAV's PROPFIND and REPORT must survive a 301); credentials are sent only to their host.
 */
export function nextHop(
  response: Response,
  request: OutgoingRequest,
  keepCredentials: ((from: URL, to: URL) => boolean) | undefined,
): OutgoingRequest | undefined {
  const location = response.headers.get('location');
  if (!REDIRECTS.has(response.status) || location === null) return undefined;
  if (!URL.canParse(location, request.url.href))
    throw new EgressRefused('redirect', 'the server redirects to something that is not a URL');
  const url = checkUrl(new URL(location, request.url)).url;
  const headers = new Headers(request.headers);
  if (!mayKeep(request.url, url, keepCredentials)) CREDENTIAL_HEADERS.forEach((name) => headers.delete(name));
  const becomesGet =
    response.status === 303 ? request.method !== 'HEAD' : response.status < 303 && request.method === 'POST';
  if (!becomesGet) return { ...request, url, headers };
  ['content-type', 'content-length', 'content-encoding'].forEach((name) => headers.delete(name));
  return { url, headers, method: 'GET', body: undefined };
}

function mayKeep(from: URL, to: URL, keepCredentials: ((from: URL, to: URL) => boolean) | undefined): boolean {
  if (from.protocol === 'https:' && to.protocol === 'http:') return false;
  const upgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  if (from.hostname === to.hostname && (from.origin === to.origin || upgrade)) return true;
  return keepCredentials?.(from, to) ?? false;
}
