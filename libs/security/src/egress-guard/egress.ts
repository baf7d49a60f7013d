import type { Dispatcher } from 'undici';
import { type Network, parseNetwork } from './addresses.js';
import { CertificateEnds } from './certificate-ends.js';
import { checkUrl } from './check-url.js';
import { EgressRefused } from './egress-refused.js';
import { guardedRequest, toResponse } from './guarded-request.js';
import { createPinnedDispatcher, inTime } from './pinned-dispatcher.js';
import { nextHop } from './redirect.js';
import { type Resolve, systemResolve } from './resolve-name.js';
import { resolveTarget } from './resolve-target.js';

export interface EgressOptions {
  /** Non-public CIDRs that may be reached, on any port. */
  allowNetworks: readonly string[];
  /** One deadline for name resolution, connection and the whole response (15,000). */
  timeoutMs?: number;
  /** Longest response that is read (10 MiB); a longer one is an error, not truncated. */
  maxBodyBytes?: number;
  /**
   * Redirects to follow (0, or `redirect: 'manual'`: a 3xx response is returned unchanged); each hop is checked like the
   * first address.
   */
  maxRedirects?: number;
  /** Whether `Authorization` may be sent to another host; by default it is removed, as it is from https to http. */
  keepCredentials?: (from: URL, to: URL) => boolean;
  resolve?: Resolve;
}

export interface Egress {
  /**
   * `fetch` for addresses from outside; the response has been read completely when it resolves. Rejects with {@link
   * EgressRefused} or undici's network error.
   */
  fetch: typeof globalThis.fetch;
  /**
   * For callers that use undici directly: checks and pins each connection; the caller sets deadline and size limit (see
   * `guardedRequest`).
   */
  dispatcher: Dispatcher;
  /**
   * Why no request to the URL would be made, without making one; null: none that is known. A name that cannot be resolved
   * now may be later, hence is no reason.
   */
  refusalOf(url: string): Promise<EgressRefused | null>;
  /** When the certificate of an origin expires, epoch ms, as the last connection to it showed; undefined: none did. */
  certificateEnd(origin: string): number | undefined;
  close(): Promise<void>;
}

/**
 * Outgoing HTTP that reaches public addresses only: resolves once, checks every address in any spelling, connects to exactly
 * the checked ones (TLS is still verified by name), ports 80 and 443, bounded in time and size.
 */
export function createEgress(options: EgressOptions): Egress {
  const networks = options.allowNetworks.map(parseNetwork);
  const certificates = new CertificateEnds();
  const dispatcher = createPinnedDispatcher(options.resolve ?? systemResolve, networks, {
    timeoutMs: options.timeoutMs ?? 15_000,
    connected: (origin, socket) => certificates.note(origin, socket),
  });
  const guarded = async (input: string | URL | Request, init?: RequestInit) => {
    checkUrl(input instanceof Request ? input.url : input);
    const asIs = (init?.redirect ?? (input instanceof Request ? input.redirect : 'follow')) === 'manual';
    const request = new Request(input, { ...init, redirect: 'manual' });
    return follow(request, dispatcher, asIs ? { ...options, maxRedirects: 0 } : options);
  };
  const refusalOf = (url: string) => targetRefusal(url, options.resolve ?? systemResolve, networks);
  const certificateEnd = (origin: string) => certificates.of(origin);
  return { fetch: guarded, dispatcher, refusalOf, certificateEnd, close: () => dispatcher.close() };
}

/** For a check ahead of time, which must not delay its caller. */
const checkMs = 2_000;

async function targetRefusal(
  url: string,
  resolve: Resolve,
  networks: readonly Network[],
): Promise<EgressRefused | null> {
  try {
    await inTime(resolveTarget(checkUrl(url), resolve, networks), checkMs);
    return null;
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    return error.reason === 'unresolvable' || error.reason === 'timeout' ? null : error;
  }
}

async function follow(first: Request, dispatcher: Dispatcher, options: EgressOptions): Promise<Response> {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const maxBodyBytes = options.maxBodyBytes ?? 10 * 1024 * 1024;
  const signal = AbortSignal.any([first.signal, AbortSignal.timeout(timeoutMs)]);
  let request: OutgoingRequest = {
    url: new URL(first.url),
    method: first.method,
    headers: new Headers(first.headers),
    body: await bodyOf(first),
  };
  try {
    for (let hop = 0; ; hop++) {
      checkUrl(request.url);
      const response = await send(request, dispatcher, { signal, maxBodyBytes });
      const next = nextHop(response, request, options.keepCredentials);
      if (next === undefined || options.maxRedirects === undefined || options.maxRedirects === 0) return response;
      if (hop >= options.maxRedirects)
        throw new EgressRefused('redirect', `more than ${options.maxRedirects} redirects`);
      request = next;
    }
  } catch (error) {
    throw refusalIn(error, first.signal, timeoutMs);
  }
}

async function bodyOf(request: Request): Promise<Uint8Array | undefined> {
  return request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
}

/** A request whose body can be sent again on the next hop. */
export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array | undefined;
}

async function send(
  request: OutgoingRequest,
  dispatcher: Dispatcher,
  bounds: { signal: AbortSignal; maxBodyBytes: number },
) {
  const { url, method, body } = request;
  const headers = { 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(request.headers) };
  const answer = await guardedRequest(dispatcher, { url, method, headers, body, ...bounds });
  return toResponse(answer, url);
}

/** The deadline's own error, and undici's for headers, body and connection, which may fire slightly earlier. */
const isTimeout = ({ name }: Error) => name.endsWith('TimeoutError');

/** The refusal may be the cause of a network error. */
function refusalIn(error: unknown, callers: AbortSignal, timeoutMs: number): unknown {
  if (callers.aborted) return error;
  for (let current = error; current instanceof Error; current = current.cause as Error) {
    if (current instanceof EgressRefused) return current;
    if (isTimeout(current)) return new EgressRefused('timeout', `no complete response within ${timeoutMs} ms`);
  }
  return error;
}
