import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { readEventsQuery } from '@kalends/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearer } from '../http/caller.js';
import { clockToken, type Clock } from '../http/providers.js';
import { insufficientScope, invalidField, notFound, unauthorized, validate } from '../http/refusals.js';
import { tokenHash } from '../tokens/hash.js';
import { decodeCursor } from './cursor.js';
import { filterOf, ReadEvents, type ReadRequest } from './read-events.handler.js';
import { windowOf } from './window.js';

export const cursorKeyToken = Symbol('cursor key');

const pairRefusals = {
  'invalid-pair': ['invalid_time_pair', 'to is before from'],
  'too-long': ['too_long', 'the window is longer than ten years'],
} as const;

@Controller('v1/events')
export class ReadEventsController {
  constructor(
    private readonly events: ReadEvents,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly cursorKey: Buffer,
  ) {}

  @Get()
  async first(@Query() input: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    if (!bearer(request)) throw unauthorized(false);
    const query = validate(readEventsQuery, input);
    const window = windowOf(query, this.clock());
    if ('refusal' in window) {
      const [key, description] = pairRefusals[window.refusal];
      throw invalidField('to', key, description);
    }
    const read: ReadRequest = {
      window,
      filter: filterOf(query),
      localized: query.localized_times ?? false,
      userinfo: query.include_userinfo ?? false,
      cursor: null,
    };
    await this.answer(request, reply, read, query.include_managed !== undefined || query.only_managed !== undefined);
  }

  @Get('pages/:cursor')
  async next(@Param('cursor') encoded: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    if (!bearer(request)) throw unauthorized(false);
    const cursor = decodeCursor(encoded, this.cursorKey);
    if (!cursor) throw notFound('page');
    await this.answer(request, reply, { ...cursor, cursor }, true);
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, read: ReadRequest, managedChosen: boolean) {
    const body = await this.events.read(tokenHash(bearer(request)!), read, managedChosen);
    if (body === 'unknown-token') throw unauthorized(true);
    if (body === 'foreign-cursor') throw notFound('page');
    if (body === 'insufficient-scope') throw insufficientScope(['read_events']);
    await reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }
}
