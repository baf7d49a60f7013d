import { Body, Controller, HttpCode, Inject, Req, UseGuards } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { batchBody } from '@kalends/public-api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Post } from '../../http/idempotency/post.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { refusalOf, type ErrorLog } from '../../http/errors.filter.js';
import { clockToken, logToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { Refusal, validate } from '../../http/refusals.js';
import { Failed, type Outcome } from '../accept-write/write.js';
import { refusalOfWrite } from '../accept-write/answer-write.js';
import { WriteQueue } from '../accept-write/write-queue.js';
import { requestIdHeader } from '../../http/request-id.js';
import { partOfBatch } from '../../http/rate-limit/rate-limit.guard.js';
import { readEntry, type ReadEntry } from './read-entry.js';

type Entry = z.output<typeof batchBody>['batch'][number];

interface Answer {
  status: number;
  data?: object;
}

/**
 * Each entry is answered as if it were a separate request; a failed one does not stop the others. Event writes are accepted
 * together, in order.
 */
@Controller('v1/batch')
export class BatchController {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly writes: WriteQueue,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(logToken) private readonly log: ErrorLog,
  ) {}

  @Post()
  @HttpCode(207)
  @UseGuards(AccessTokenGuard())
  async run(@CallerOf() caller: Caller, @Body() input: unknown, @Req() request: FastifyRequest) {
    const { batch } = validate(batchBody, input);
    const now = this.clock();
    const read = batch.map((entry) => readEntry(entry, caller, now));
    const outcomes = await this.acceptAll(read);
    const answers: Answer[] = [];
    for (const [index, one] of read.entries()) {
      if (one instanceof Refusal) answers.push(refusedAnswer(one));
      else if (one.kind === 'write') answers.push(this.answerOf(outcomes.splice(0, one.writes.length), batch[index]!));
      else answers.push(await this.request(one, batch[index]!, request));
    }
    return { batch: answers };
  }

  private async acceptAll(read: readonly ReadEntry[]): Promise<Outcome[]> {
    const writes = read.flatMap((one) => (one instanceof Refusal || one.kind !== 'write' ? [] : one.writes));
    const outcomes = await this.writes.acceptAll(writes);
    if (outcomes.includes('accepted')) this.relay.wake();
    return outcomes;
  }

  private answerOf(outcomes: readonly Outcome[], { method }: Entry): Answer {
    const outcome = outcomes.find((one) => one !== 'accepted');
    if (outcome === undefined) return { status: 202 };
    if (!(outcome instanceof Failed)) return refusedAnswer(refusalOfWrite(outcome));
    const of = { method: method ?? 'POST', route: '/v1/calendars/:calendarId/events', limit: '512 kB' };
    return refusedAnswer(refusalOf(outcome.error as Error, of, this.log));
  }

  private async request(
    { method, url }: Extract<ReadEntry, { kind: 'request' }>,
    { data }: Entry,
    request: FastifyRequest,
  ): Promise<Answer> {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    const headers = {
      authorization: request.headers.authorization!,
      'content-type': 'application/json',
      [partOfBatch.name]: partOfBatch.value,
      [requestIdHeader]: request.id,
    };
    const answer = await server.inject({ method, url, headers, payload: JSON.stringify(data ?? {}) });
    return { status: answer.statusCode, ...(answer.payload === '' ? {} : { data: answer.json<object>() }) };
  }
}

const refusedAnswer = (refusal: Refusal): Answer => ({
  status: refusal.getStatus(),
  data: refusal.getResponse() as object,
});
