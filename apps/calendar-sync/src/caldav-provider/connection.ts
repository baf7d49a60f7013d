import { davRequest, type DAVDepth } from 'tsdav';
import { ProviderError } from '../provider/provider.port.js';
import { sameSite } from './addresses.js';
import { failureIn, failureOf } from './failures.js';
import { multistatusIn, type Multistatus } from './multistatus.js';

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

export interface DavAnswer extends Multistatus {
  /** 207 for a multistatus. */
  status: number;
  /** Where the answer came from, after redirects: relative hrefs are read against it. */
  url: string;
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
    let answered: Answered = { status: 0, url, isXml: false, body: '' };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await this.send(String(input), init ?? {});
      const isXml = response.ok && (response.headers.get('content-type') ?? '').toLowerCase().includes('xml');
      answered = { status: response.status, url: response.url || url, isXml, body: await response.text() };
      return new Response(null);
    };
    const headers: Record<string, string> = depth === undefined ? {} : { depth };
    try {
      await davRequest({ url, init: { method, headers, body, attributes: namespaces }, parseOutgoing: false, fetch });
      return answerOf(answered);
    } catch (error) {
      throw failureOf(error, new URL(answered.url).host);
    }
  }
}

interface Answered {
  status: number;
  url: string;
  isXml: boolean;
  body: string;
}

const textLength = 4_096;

function answerOf({ status, url, isXml, body }: Answered): DavAnswer {
  const multistatus = isXml || status === 207 ? multistatusIn(body, new URL(url).host, status) : undefined;
  return multistatus
    ? { ...multistatus, status: 207, url, text: '' }
    : { status, url, resources: [], text: body.slice(0, textLength) };
}
