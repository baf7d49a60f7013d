import { davRequest, type DAVDepth, type DAVResponse } from 'tsdav';
import { ProviderError } from '../provider/provider.port.js';
import { sameSite } from './addresses.js';
import { failureIn, failureOf } from './failures.js';
import { child, textOf, type XmlValue } from './xml.js';

export interface ConnectionOptions {
  /** `apple` or `caldav`: what a refused password is explained with. */
  providerName: string;
  /** The address that the user gave: credentials go to its site only. */
  url: string;
  username: string;
  password: string;
  fetch: typeof globalThis.fetch;
  /** Ends every request of this connection. */
  signal?: AbortSignal;
}

/** One resource in a multistatus answer (RFC 4918 §14.24); `props` by camel-case name, only those that were found. */
export interface DavResource {
  href: string;
  status: number;
  props: Record<string, XmlValue>;
}

export interface DavAnswer {
  /** 207 for a multistatus. */
  status: number;
  /** Where the answer came from, after redirects: relative hrefs are read against it. */
  url: string;
  resources: DavResource[];
  syncToken?: string;
  /** Beginning of an answer that is no multistatus. */
  text: string;
}

export type DavBody = Record<string, unknown>;

const namespaces = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
  'xmlns:ca': 'http://apple.com/ns/ical/',
};

/** The user's credentials on the site that they gave, over a guarded `fetch`; failures are ProviderErrors. */
export class Connection {
  private readonly authorization: string;
  private readonly site: URL;

  constructor(private readonly options: ConnectionOptions) {
    this.site = new URL(options.url);
    this.authorization = `Basic ${Buffer.from(`${options.username}:${options.password}`, 'utf8').toString('base64')}`;
  }

  /** A plain request. Answers with 401, 408, 425, 429 or 5xx (but 501, 507) throw; all others are the caller's. */
  async send(url: string, init: RequestInit): Promise<Response> {
    const target = new URL(url);
    if (!sameSite(this.site, target)) {
      throw new ProviderError('not-a-provider', `${this.site.host} points to another site, ${target.host}.`);
    }
    const headers = new Headers(init.headers);
    headers.set('authorization', this.authorization);
    const signal = this.options.signal;
    try {
      const response = await this.options.fetch(url, { ...init, headers, ...(signal ? { signal } : {}) });
      const failure = this.failureIn(response, target);
      if (!failure) return response;
      await response.body?.cancel();
      throw failure;
    } catch (error) {
      throw failureOf(error, target.host);
    }
  }

  private failureIn(response: Response, target: URL): ProviderError | undefined {
    const answerer = URL.canParse(response.url) ? new URL(response.url) : target;
    if (response.status === 401 && !sameSite(this.site, answerer)) {
      return new ProviderError('not-a-provider', `${target.host} redirects to another site, ${answerer.host}.`);
    }
    return failureIn(response, answerer.host, this.options.providerName);
  }

  async text(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw failureOf(error, this.site.host);
    }
  }

  propfind(url: string, depth: DAVDepth, props: string[]): Promise<DavAnswer> {
    const prop = Object.fromEntries(props.map((name) => [name, {}]));
    return this.dav(url, 'PROPFIND', depth, { 'd:propfind': { 'd:prop': prop } });
  }

  report(url: string, depth: DAVDepth | undefined, body: DavBody): Promise<DavAnswer> {
    return this.dav(url, 'REPORT', depth, body);
  }

  /** RFC 4791 §5.3.1; every status but those of {@link send} is the caller's. */
  mkcalendar(url: string, body: DavBody): Promise<DavAnswer> {
    return this.dav(url, 'MKCALENDAR', undefined, body);
  }

  private async dav(
    url: string,
    method: 'PROPFIND' | 'REPORT' | 'MKCALENDAR',
    depth: DAVDepth | undefined,
    body: DavBody,
  ) {
    let answered = { status: 0, url };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await this.send(String(input), init ?? {});
      answered = { status: response.status, url: response.url || url };
      return complete(response, new URL(answered.url).host);
    };
    const headers: Record<string, string> = depth === undefined ? {} : { depth };
    try {
      const init = { method, headers, body, attributes: namespaces };
      return answerOf(await davRequest({ url, init, fetch }), answered);
    } catch (error) {
      throw failureOf(error, new URL(answered.url).host);
    }
  }
}

/**
 * A multistatus that was cut off would parse as a shorter one, and what is missing from it would count as gone. Line ends
 * become those that XML has (XML 1.0 §2.11) where a server wrote them as references: these make a third of the parsing.
 */
function complete(response: Response, host: string): Response {
  if (response.status !== 207) return response;
  const read = response.text.bind(response);
  const text = async () => {
    const body = await read();
    if (/<\/(?:[\w.-]+:)?multistatus\s*>|multistatus[^<>]*\/>/.test(body.slice(-2_000)))
      return body.replaceAll('&#13;\n', '\n');
    throw new ProviderError('unavailable', `${host} sent an answer that is not complete.`);
  };
  return Object.defineProperty(response, 'text', { value: text });
}

function answerOf(responses: DAVResponse[], answered: { status: number; url: string }): DavAnswer {
  const first = responses[0];
  const raw: unknown = first?.raw;
  const multistatus = child(raw, 'multistatus');
  if (multistatus === undefined && answered.status === 207) {
    throw new ProviderError('unavailable', `${new URL(answered.url).host} sent an answer that cannot be read.`);
  }
  if (multistatus === undefined) return { ...answered, resources: [], text: typeof raw === 'string' ? raw : '' };
  const syncToken = textOf(child(multistatus, 'syncToken'));
  const resources = responses.flatMap(({ href, status, props }): DavResource[] => {
    const path = textOf(href);
    return path === undefined ? [] : [{ href: path, status, props: props ?? {} }];
  });
  return { ...answered, status: 207, resources, text: '', ...(syncToken === undefined ? {} : { syncToken }) };
}
