import { guardedRequest, toResponse, type Egress } from '@kalends/security';
import type { z } from 'zod';
import { readJson, ProviderError, requestFailure, type AccessTokens, type Requests } from '@kalends/provider-port/sync';
import { failureOf, graphError, isOfClient, type GraphFailure } from './graph-error.js';
import { MailboxGate, gateOf } from './mailbox-gate.js';

export interface GraphApiOptions {
  egress: Pick<Egress, 'dispatcher'>;
  /** Without a trailing slash. */
  graphUrl: string;
  tokens: AccessTokens;
  signal?: AbortSignal;
  /** What each request goes through. */
  requests?: Requests;
  /** How long an answer may take; a minute if absent. */
  deadlineMs?: number;
  /** Identifies the mailbox to all tasks of this process; absent: the limits of this object alone. */
  mailbox?: string;
  /** Epoch ms. */
  clock?: () => number;
}

export interface GraphCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query?: Record<string, string | undefined>;
  body?: unknown;
  ifMatch?: string;
  /** As how many requests a batch counts. */
  items?: number;
  /** Events per page of a delta. */
  pageSize?: number;
  /** HTML instead of text as the content of bodies. */
  html?: boolean;
  /** Statuses that the caller interprets, beside 404, 409, 410 and 412. */
  understands?: readonly number[];
}

/** Answer that the caller must interpret: the requested data, or an understood status with its error. */
export interface GraphAnswer extends GraphFailure {
  body: unknown;
}

const timeoutMs = 60_000;
const maxBodyBytes = 16 * 1_048_576;
const understood = [404, 409, 410, 412];
/** A token that is refused when it is fresh, and again, will not be accepted. */
const maxRenewals = 2;
const noMailbox = 'MailboxNotEnabledForRESTAPI';

/** The preferences of a request: ids that survive a move of the event, and bodies as text. */
export function preferOf({ pageSize, html }: GraphCall): string {
  const size = pageSize === undefined ? [] : [`odata.maxpagesize=${pageSize}`];
  return ['IdType="ImmutableId"', `outlook.body-content-type="${html ? 'html' : 'text'}"`, ...size].join(', ');
}

/** A query in which spaces are `%20`: Graph does not read `+` as one. */
export function queryOf(query: GraphCall['query'] = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Whether an answer is left to the caller. */
export function isUnderstood({ status, code }: GraphFailure, { understands = [] }: GraphCall): boolean {
  if (status < 300) return true;
  return code !== noMailbox && [...understood, ...understands].includes(status);
}

/** Microsoft Graph for one mailbox, over the egress guard. */
export class GraphApi {
  private readonly gate: MailboxGate;

  constructor(private readonly options: GraphApiOptions) {
    const clock = options.clock ?? Date.now;
    this.gate = options.mailbox === undefined ? new MailboxGate(clock) : gateOf(options.mailbox, clock);
  }

  /**
   * One request to a path below Graph's address, or to a link that it answered. Throws ProviderErrors for all responses
   * except those of {@link GraphAnswer}; an expired token is refreshed, also if it ends while the request waits for its turn.
   */
  async call(path: string, call: GraphCall = {}): Promise<GraphAnswer> {
    const url = this.urlOf(path, call);
    const { requests, signal } = this.options;
    // before the mailbox's gate, in which urgent requests would wait behind it; the token may end meanwhile
    await requests?.admit(signal, call.items);
    let token = await this.options.tokens.current();
    let { response, answer } = await this.requestOnce(url, call, token);
    for (let renewals = 1; response.status === 401 && renewals <= maxRenewals; renewals += 1) {
      await requests?.admit(signal, call.items);
      token = await this.options.tokens.renewed(token);
      ({ response, answer } = await this.requestOnce(url, call, token));
    }
    if (isUnderstood(answer, call)) return answer;
    throw this.noted(this.failed(answer, response.headers));
  }

  /** The error of an answer, or of an item of a batch's answer. */
  failed(answer: GraphFailure, headers: { get(name: string): string | null }): ProviderError {
    const error = graphError(answer, headers);
    if (isOfClient(answer, headers)) this.options.requests?.limited(error.options.retryAfterMs);
    return error;
  }

  /** As {@link call}, with a body that has this schema; `unavailable` if it has not. */
  async read<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    call: GraphCall = {},
  ): Promise<GraphFailure & { body: z.infer<Schema> | undefined }> {
    const answer = await this.call(path, call);
    if (answer.status >= 300) return { ...answer, body: undefined };
    const parsed = schema.safeParse(answer.body);
    if (parsed.success) return { ...answer, body: parsed.data };
    throw new ProviderError('unavailable', 'Microsoft’s response is unreadable.');
  }

  /** Epoch ms. */
  now(): number {
    return (this.options.clock ?? Date.now)();
  }

  /** Keeps other tasks of the mailbox from calling before the time that a failure named. */
  noted(error: ProviderError): ProviderError {
    if (error.options.retryAfterMs !== undefined) this.gate.block(error.options.retryAfterMs);
    return error;
  }

  /** Whether a link is below Graph's address, so that it may be followed. */
  isOwn(link: string): boolean {
    const base = new URL(this.options.graphUrl);
    const url = URL.canParse(link) ? new URL(link) : undefined;
    if (!url || url.username || url.password) return false;
    return url.origin === base.origin && url.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`);
  }

  /** Links are followed on Graph's own origin only: the request carries the user's token. */
  private urlOf(path: string, { query }: GraphCall): URL {
    if (path.startsWith('/')) return new URL(`${this.options.graphUrl}${path}${queryOf(query)}`);
    if (this.isOwn(path)) return new URL(path);
    throw new ProviderError('not-a-provider', 'Microsoft’s response names a next page elsewhere.');
  }

  private requestOnce(url: URL, call: GraphCall, token: string) {
    return this.gate.pass(async () => {
      const response = await this.send(url, call, token);
      const body = await readJson(response, url);
      return { response, answer: { ...failureOf(response.status, body), body } };
    });
  }

  private async send(url: URL, call: GraphCall, token: string): Promise<Response> {
    const { egress, signal, deadlineMs = timeoutMs } = this.options;
    const { method = 'GET', body, ifMatch } = call;
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await guardedRequest(egress.dispatcher, {
        url,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-encoding': 'gzip',
          'user-agent': 'kalends',
          prefer: preferOf(call),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        },
        // an empty POST has a length of 0, which a body of no bytes gets
        body: body === undefined ? (method === 'POST' ? '' : undefined) : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        maxBodyBytes,
      });
      return toResponse(answer, url);
    } catch (error) {
      throw requestFailure(error, url.host);
    }
  }
}

export const calendarPath = (calendarId: string): string => `/me/calendars/${encodeURIComponent(calendarId)}`;
/** Events of a calendar; by this path those of a shared one are found, too. */
export const eventsPath = (calendarId: string): string => `${calendarPath(calendarId)}/events`;
export const eventPath = (calendarId: string, id: string): string =>
  `${eventsPath(calendarId)}/${encodeURIComponent(id)}`;
