import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { readEventsQuery, readFreeBusyQuery, type ReadEventsQuery } from '@kalends/public-api';
import { WorkTooLong } from '@kalends/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearer } from '../../http/admission/bearer.js';
import { Admissions } from '../../http/admission/admissions.js';
import { CredentialRefusals } from '../../http/admission/credential-refusals.js';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { insufficientScope, invalidField, notFound, unavailable, validate } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';
import type { ReaderKey } from './page.js';
import { decodeCursor } from './cursor.js';
import { filterOf, ReadEvents, type ReadRequest } from './read-events.js';
import { allTime, windowOf, type Window } from './window.js';

const pairRefusals = {
  'invalid-pair': ['invalid_time_pair', 'to is before from'],
  'too-long': ['too_long', 'the window is longer than ten years'],
} as const;

/** A request, the reply to it, and whose events it reads. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  readerKey: ReaderKey;
}

/** An element token is no parameter of the read. */
function withoutToken(query: unknown): unknown {
  const { et: _et, ...parameters } = query as { et?: unknown };
  return parameters;
}

@Controller('v1')
export class ReadEventsController {
  constructor(
    private readonly events: ReadEvents,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly cursorKey: Buffer,
    private readonly refusals: CredentialRefusals,
    private readonly admissions: Admissions,
  ) {}

  @Get('events')
  async first(@Query() input: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const readerKey = await this.readerKeyOf(request);
    const query = validate(readEventsQuery, withoutToken(input));
    const read: ReadRequest = {
      window: this.window(query),
      filter: filterOf(query),
      localized: query.localized_times ?? false,
      userinfo: query.include_userinfo ?? false,
      googleIds: query.google_event_ids ?? false,
      geo: query.include_geo ?? false,
      freeBusy: null,
      cursor: null,
    };
    const managedChosen = query.include_managed !== undefined || query.only_managed !== undefined;
    await this.answer({ request, reply, readerKey }, read, managedChosen);
  }

  @Get('events/pages/:cursor')
  async next(@Param('cursor') encoded: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    await this.page(encoded, { request, reply }, { asFreeBusy: false });
  }

  @Get('free_busy')
  async freeBusy(@Query() input: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const readerKey = await this.readerKeyOf(request);
    const query = validate(readFreeBusyQuery, withoutToken(input));
    const read: ReadRequest = {
      window: this.window(query),
      filter: filterOf(query),
      localized: query.localized_times ?? false,
      userinfo: query.include_userinfo ?? false,
      freeBusy: { includeFree: query.include_free ?? false, includeIds: query.include_ids ?? false },
      cursor: null,
    };
    const managedChosen = query.include_managed !== undefined || query.only_managed !== undefined;
    await this.answer({ request, reply, readerKey }, read, managedChosen);
  }

  @Get('free_busy/pages/:cursor')
  async nextFreeBusy(@Param('cursor') encoded: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    await this.page(encoded, { request, reply }, { asFreeBusy: true });
  }

  private window(query: Pick<ReadEventsQuery, 'tzid' | 'from' | 'to' | 'only_managed'>): Window {
    if (query.only_managed && !query.from && !query.to) return allTime(query.tzid, this.clock());
    const window = windowOf(query, this.clock());
    if (!('refusal' in window)) return window;
    const [key, description] = pairRefusals[window.refusal];
    throw invalidField('to', key, description);
  }

  /** A cursor opens only the view that it was made in: free/busy never leads to whole events. */
  private async page(encoded: string, exchange: Omit<Exchange, 'readerKey'>, { asFreeBusy }: { asFreeBusy: boolean }) {
    const readerKey = await this.readerKeyOf(exchange.request);
    const cursor = decodeCursor(encoded, this.cursorKey);
    if (!cursor || (cursor.freeBusy !== null) !== asFreeBusy) throw notFound('page');
    await this.answer({ ...exchange, readerKey }, { ...cursor, cursor }, true);
  }

  /** An access token is looked up in the statement that reads; without one, an element token may admit. */
  private async readerKeyOf(request: FastifyRequest): Promise<ReaderKey> {
    const token = bearer(request);
    return token ? tokenHash(token) : this.admissions.caller(request);
  }

  private async answer({ request, reply, readerKey }: Exchange, read: ReadRequest, managedChosen: boolean) {
    const body = await this.bodyOf(readerKey, read, managedChosen);
    if (body === 'unknown-token') throw await this.refusals.wrong(request, bearer(request) ?? '', 'token');
    if (body === 'foreign-cursor') throw notFound('page');
    if (body === 'insufficient-scope') throw insufficientScope(read.freeBusy ? ['read_free_busy'] : ['read_events']);
    await reply.header('content-type', 'application/json; charset=utf-8').send(body.json);
  }

  private async bodyOf(readerKey: ReaderKey, read: ReadRequest, managedChosen: boolean) {
    try {
      return await this.events.read(readerKey, read, managedChosen);
    } catch (error) {
      if (error instanceof WorkTooLong) throw unavailable('The window takes too long to read; request a narrower one.');
      throw error;
    }
  }
}
