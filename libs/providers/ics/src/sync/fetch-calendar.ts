import { EgressRefused, guardedRequest, toResponse, type Egress } from '@kalends/security';
import { httpAddress } from '@kalends/provider-port';
import { ProviderError, requestFailure, retryAfterIn } from '@kalends/provider-port/sync';

/** How a publisher marks the version of a calendar (RFC 9110 §8.8); absent where it sends none. */
export interface Validators {
  etag?: string;
  modified?: string;
}

export interface Fetched {
  validators: Validators;
  /** Null: it has not changed. */
  text: string | null;
}

/** About 20,000 events. */
const maxBodyBytes = 10 * 1_048_576;
const maxRedirects = 5;
const longestValidator = 1_000;

const bounded = (value: string | null): string | undefined =>
  value !== null && value.length <= longestValidator ? value : undefined;

const conditionOf = ({ etag, modified }: Validators): Record<string, string> => ({
  ...(etag === undefined ? {} : { 'if-none-match': etag }),
  ...(etag === undefined && modified !== undefined ? { 'if-modified-since': modified } : {}),
});

function nextOf(url: URL, answer: Response): URL | null {
  const location = answer.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return null;
  const next = httpAddress(location);
  if (!URL.canParse(next, url.href)) throw new EgressRefused('redirect', 'the server redirects to an invalid URL');
  const target = new URL(next, url);
  const isDowngrade = url.protocol === 'https:' && target.protocol !== 'https:';
  if (!/^https?:$/.test(target.protocol) || isDowngrade)
    throw new EgressRefused('redirect', `redirects to ${target.protocol} are not followed`);
  return target;
}

/** What an answer without a calendar means; null: it has one. */
function failureIn({ status, headers }: Response, host: string): ProviderError | null {
  if (status === 200) return null;
  const gone = { isFinal: status === 410 };
  if ([401, 403, 404, 410].includes(status)) {
    const message = `${host} no longer publishes a calendar at this address (${status}).`;
    return new ProviderError('authentication-failed', message, gone);
  }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return new ProviderError('unavailable', `${host} answered ${status}.`, retryAfterIn(headers));
  return new ProviderError('not-a-provider', `${host} answered ${status}.`);
}

interface FetchOptions {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** `fetch` over the egress guard's connections, without redirects. */
export const guardedFetch =
  ({ dispatcher }: Pick<Egress, 'dispatcher'>): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = Object.fromEntries(new Headers(init?.headers));
    const signal = init?.signal ?? new AbortController().signal;
    return toResponse(await guardedRequest(dispatcher, { url, method: 'GET', headers, signal, maxBodyBytes }), url);
  };

/**
 * Reads a published calendar, if it has changed since the answer with these validators. One deadline covers all redirects. Throws
 * ProviderErrors; no message has the address, which often is all that protects the calendar.
 */
export async function fetchCalendar(options: FetchOptions, address: string, known: Validators): Promise<Fetched> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const headers = { accept: 'text/calendar, */*;q=0.1', 'accept-encoding': 'gzip', ...conditionOf(known) };
  let url = new URL(httpAddress(address));
  const { host } = url;
  try {
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await options.fetch(url, { headers, signal, redirect: 'manual' });
      const next = nextOf(url, answer);
      if (next === null) return await readAnswer(answer, host, known);
      url = next;
    }
    throw new EgressRefused('redirect', `more than ${maxRedirects} redirects`);
  } catch (error) {
    throw requestFailure(error, host);
  }
}

async function readAnswer(answer: Response, host: string, known: Validators): Promise<Fetched> {
  const isConditional = known.etag !== undefined || known.modified !== undefined;
  if (answer.status === 304 && isConditional) return { validators: known, text: null };
  const failure = failureIn(answer, host);
  if (failure) throw failure;
  const [etag, modified] = ['etag', 'last-modified'].map((name) => bounded(answer.headers.get(name)));
  const validators = { ...(etag === undefined ? {} : { etag }), ...(modified === undefined ? {} : { modified }) };
  return { validators, text: await answer.text() };
}
