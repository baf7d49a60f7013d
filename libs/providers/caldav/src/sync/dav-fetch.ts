import { EgressRefused, guardedRequest, toResponse, type Egress } from '@kalends/security';
import { sameSite } from './addresses.js';

interface DavFetchOptions {
  /** One deadline for all redirects and the whole response, in milliseconds. */
  timeoutMs: number;
  /** The longest response that is read, before and after decompression; a longer one is refused, not truncated. */
  maxBodyBytes: number;
}

/** A lower limit for one request's response; `redirect: 'manual'` returns a redirect as it is. */
export type BoundedInit = RequestInit & { maxBodyBytes?: number };

const maxRedirects = 5;
const redirects = new Set([301, 302, 307, 308]);

interface Hop {
  url: URL;
  headers: Headers;
}

function nextHop(hop: Hop, status: number, location: string | undefined): Hop | undefined {
  if (!redirects.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, hop.url.href))
    throw new EgressRefused('redirect', 'the server redirects to an invalid URL');
  const url = new URL(location, hop.url);
  if (!/^https?:$/.test(url.protocol))
    throw new EgressRefused('scheme', `redirects to ${url.protocol} are not followed`);
  const headers = new Headers(hop.headers);
  if (!sameSite(hop.url, url)) headers.delete('authorization');
  return { url, headers };
}

/**
 * `fetch` for WebDAV over the egress guard's connections: methods and bodies survive redirects, credentials stay on
 * their site, responses are read completely.
 */
export function createDavFetch(egress: Pick<Egress, 'dispatcher'>, options: DavFetchOptions): typeof globalThis.fetch {
  const { timeoutMs } = options;
  return async (input, init: BoundedInit = {}) => {
    const maxBodyBytes = Math.min(options.maxBodyBytes, init.maxBodyBytes ?? Infinity);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const headers = new Headers(init.headers);
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip');
    let hop: Hop = { url: new URL(input instanceof Request ? input.url : input), headers };
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await guardedRequest(egress.dispatcher, {
        url: hop.url,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(hop.headers),
        body: init.body as string | undefined,
        signal,
        maxBodyBytes,
      });
      if (init.redirect === 'manual') return toResponse(answer, hop.url);
      const next = nextHop(hop, answer.status, [answer.headers.location].flat()[0]);
      if (!next) return toResponse(answer, hop.url);
      hop = next;
    }
    throw new EgressRefused('redirect', `more than ${maxRedirects} redirects`);
  };
}
