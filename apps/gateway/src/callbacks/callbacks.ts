import { Inject, Injectable } from '@nestjs/common';
import { callbackQuery, type CallbackQuery, type CallbackRecord, type CallbackReply } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import { requestOrThrow } from '../http/bus/request-or-throw.js';
import { requestToken } from '../http/injection-tokens.js';
import { notFound } from '../http/refusals.js';
import { presentCallback, presentEndpoint } from './callbacks.present.js';
import { decodeCursor, encodeCursor, type Cursor } from './cursor.js';

const pageSize = 30;
/** Of callbacks with long URLs, so many fit into a message. */
const idsPerRequest = 100;

type Filters = Pick<Cursor, 'smart_invite_id' | 'status' | 'url'>;
/** Identifies a page: like a cursor, or the first page, which has no `before`. */
type RequestedPage = Omit<Cursor, 'before'> & { before: number | null };
type ReplyOf<Outcome extends CallbackReply['outcome']> = Extract<CallbackReply, { outcome: Outcome }>;

/** Requests to notifier, for the application itself and for the operator. `base`: the URL below which next pages are. */
@Injectable()
export class Callbacks {
  constructor(@Inject(requestToken) private readonly client: MessagingClient) {}

  list(clientId: string, filters: Filters, base: string) {
    return this.page(clientId, { ...filters, before: null, page: 1 }, base);
  }

  next(clientId: string, encoded: string, base: string) {
    const cursor = decodeCursor(encoded);
    if (!cursor) throw notFound('page');
    return this.page(clientId, cursor, base);
  }

  async replay(clientId: string, callbackId: string): Promise<void> {
    await this.request({ kind: 'replay', client_id: clientId, callback_id: callbackId }, 'accepted', 'callback');
  }

  /** One callback, and the text that is sent with it. */
  async show(clientId: string, callbackId: string): Promise<{ callback: CallbackRecord; body: string }> {
    const found = { callback_id: callbackId, with_body: true, before: null, limit: 1 };
    const query = { kind: 'list', client_id: clientId, ...found } as const;
    const { callbacks } = await this.request(query, 'callbacks', 'callback');
    const [callback] = callbacks;
    // a notifier of an earlier release does not know the filter
    if (callback?.callback_id !== callbackId || callback.body === undefined) throw notFound('callback');
    return { callback, body: callback.body };
  }

  /** The newest callbacks of a filter, by their ids, at most `most`; and the number of all. */
  async find(clientId: string, filters: Filters, most: number): Promise<{ ids: string[]; total: number }> {
    const ids: string[] = [];
    let before: number | null = null;
    for (;;) {
      const limit = Math.min(idsPerRequest, most - ids.length);
      const wanted = { ...filters, before, limit, without_attempts: true };
      const query = { kind: 'list', client_id: clientId, ...wanted } as const;
      const found: ReplyOf<'callbacks'> = await this.request(query, 'callbacks', 'application');
      ids.push(...found.callbacks.map(({ callback_id }) => callback_id));
      if (found.next === null || ids.length >= most) return { ids, total: found.total };
      before = found.next;
    }
  }

  /** Sends these again; returns how many are sent now. */
  async replayMany(clientId: string, [first, ...more_ids]: readonly string[]): Promise<number> {
    if (first === undefined) return 0;
    const query = { kind: 'replay', client_id: clientId, callback_id: first, more_ids } as const;
    return (await this.request(query, 'accepted', 'callback')).queued;
  }

  async endpoints(clientId: string) {
    const { endpoints } = await this.request(
      { kind: 'list-endpoints', client_id: clientId },
      'endpoints',
      'application',
    );
    return { callback_endpoints: endpoints.map(presentEndpoint) };
  }

  async enable(clientId: string, url: string): Promise<void> {
    const what = 'failing or disabled callback endpoint';
    await this.request({ kind: 'enable-endpoint', client_id: clientId, url }, 'accepted', what);
  }

  private async page(clientId: string, { before, page: current, ...filters }: RequestedPage, base: string) {
    const query = { kind: 'list', client_id: clientId, ...filters, before, limit: pageSize } as const;
    const { total, next, callbacks } = await this.request(query, 'callbacks', 'application');
    const following = next === null ? {} : { next_page: this.nextPage({ ...filters, before: next }, current, base) };
    // callbacks that arrived since the first page make the count too high or too low: next_page decides
    const pages = Math.max(current + (next === null ? 0 : 1), next === null ? current : Math.ceil(total / pageSize));
    return {
      pages: { current, total: pages, ...following },
      total_callbacks: total,
      callbacks: callbacks.map(presentCallback),
    };
  }

  private nextPage(cursor: Omit<Cursor, 'page'>, current: number, base: string): string {
    return `${base}/callbacks/pages/${encodeCursor({ ...cursor, page: current + 1 })}`;
  }

  private async request<Outcome extends CallbackReply['outcome']>(
    query: CallbackQuery,
    expected: Outcome,
    what: string,
  ) {
    const reply = await requestOrThrow(this.client, callbackQuery, query);
    if (reply.outcome === expected) return reply as ReplyOf<Outcome>;
    throw notFound(what);
  }
}
