import { ProviderError } from '@kalends/provider-port/sync';
import { sameSite } from './addresses.js';
import { failureIn, failureOf } from './failures.js';
import type { BoundedInit } from './dav-fetch.js';
import { multistatusIn, type Multistatus } from './multistatus.js';
import type { XmlLimits } from './parse-xml.js';
import { ReportMemory } from './report-memory.js';
import { writeXml, type DavBody } from './write-xml.js';

export interface ConnectionOptions {
  /** `apple` or `caldav`: decides how a refused password is explained. */
  providerName: string;
  /** The address that the user entered: credentials are sent only to its site. */
  url: string;
  username: string;
  password: string;
  fetch: typeof globalThis.fetch;
  reports?: ReportMemory;
  /** Aborts every request of this connection. */
  signal?: AbortSignal;
}

export interface DavAnswer extends Multistatus {
  /** 207 for a multistatus. */
  status: number;
  /** Where the response came from, after redirects: the base of relative hrefs. */
  url: string;
  /** What the server announces that it can do (RFC 4918 §10.1); empty if it does not say so here. */
  dav: string;
  /** The beginning of a response that is not a multistatus. */
  text: string;
}

/**
 * How much of a response is read. `account`: responses while an account is tried or inspected, which are small; `objects`:
 * several calendar objects, of which fewer can be requested.
 */
type AnswerSize = 'account' | 'objects' | 'calendar';

const sizes: Record<AnswerSize, { bytes: number; elements: number }> = {
  account: { bytes: 2 * 1_048_576, elements: 50_000 },
  objects: { bytes: 8 * 1_048_576, elements: 50_000 },
  // 100,000 events are 700,000 elements
  calendar: { bytes: 32 * 1_048_576, elements: 1_000_000 },
};

/** Depth (RFC 4918 §10.2): the resource alone, or with its members. */
type Depth = '0' | '1';

/** Depth and size of a request. */
interface Extent {
  depth: Depth;
  size?: AnswerSize;
  /** `manual`: a redirect is the answer, and the answer comes from the requested URL. */
  redirect?: 'manual';
}

/** The user's credentials on the site that they entered, over a guarded `fetch`; failures are ProviderErrors. */
export class Connection {
  readonly reports: ReportMemory;
  private readonly authorization: string;
  private readonly site: URL;

  constructor(private readonly options: ConnectionOptions) {
    this.site = new URL(options.url);
    this.reports = options.reports ?? new ReportMemory(() => 0);
    this.authorization = `Basic ${Buffer.from(`${options.username}:${options.password}`, 'utf8').toString('base64')}`;
  }

  /** Whether the credentials may be sent there. */
  maySendTo(url: string): boolean {
    return sameSite(this.site, new URL(url));
  }

  /**
   * A plain request. Throws for 401, 408, 425, 429 and 5xx (except 501, 507); the caller handles all other statuses.
   */
  async send(url: string, init: RequestInit): Promise<Response> {
    const target = new URL(url);
    if (!this.maySendTo(url)) {
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
    return failureIn(response, answerer, this.options.providerName);
  }

  async text(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw failureOf(error, this.site.host);
    }
  }

  /** `size`: `account` if absent. */
  propfind(url: string, { depth, size = 'account', redirect }: Extent, props: string[]): Promise<DavAnswer> {
    const prop = Object.fromEntries(props.map((name) => [name, {}]));
    return this.dav({ url, method: 'PROPFIND', depth, body: { 'd:propfind': { 'd:prop': prop } }, size, redirect });
  }

  /** `size`: `calendar` if absent. */
  report(url: string, { depth, size = 'calendar' }: Partial<Extent>, body: DavBody): Promise<DavAnswer> {
    return this.dav({ url, method: 'REPORT', depth, body, size });
  }

  /** What the server announces there with OPTIONS (RFC 4918 §10.1); empty if nothing. */
  async announcedAt(url: string): Promise<string> {
    const response = await this.send(url, { method: 'OPTIONS' });
    await response.body?.cancel();
    return response.ok ? (response.headers.get('dav') ?? '') : '';
  }

  /** RFC 4791 §5.3.1; the caller handles every status except those of {@link send}. */
  mkcalendar(url: string, body: DavBody): Promise<DavAnswer> {
    return this.dav({ url, method: 'MKCALENDAR', depth: undefined, body, size: 'account' });
  }

  private async dav({ url, method, depth, body, size, redirect = 'follow' }: DavRequest): Promise<DavAnswer> {
    const { bytes, elements } = sizes[size];
    const headers = { 'content-type': 'text/xml;charset=UTF-8', ...(depth === undefined ? {} : { depth }) };
    const init: BoundedInit = { method, headers, body: writeXml(body), redirect, maxBodyBytes: bytes };
    const response = await this.send(url, init);
    const isXml = response.ok && (response.headers.get('content-type') ?? '').toLowerCase().includes('xml');
    const from = response.url || url;
    try {
      const dav = response.headers.get('dav') ?? '';
      const answered = { status: response.status, url: from, isXml, dav, body: await response.text() };
      return await answerOf(answered, { elements, signal: this.options.signal });
    } catch (error) {
      throw failureOf(error, new URL(from).host);
    }
  }
}

interface Answered {
  status: number;
  url: string;
  isXml: boolean;
  dav: string;
  body: string;
}

interface DavRequest {
  url: string;
  method: 'PROPFIND' | 'REPORT' | 'MKCALENDAR';
  depth: Depth | undefined;
  body: DavBody;
  size: AnswerSize;
  redirect?: 'manual' | 'follow' | undefined;
}

const textLength = 4_096;

async function answerOf({ status, url, isXml, dav, body }: Answered, limits: XmlLimits): Promise<DavAnswer> {
  const context = { host: new URL(url).host, status, limits };
  const multistatus = isXml || status === 207 ? await multistatusIn(body, context) : undefined;
  return multistatus
    ? { ...multistatus, status: 207, url, dav, text: '' }
    : { status, url, dav, resources: [], text: body.slice(0, textLength) };
}
