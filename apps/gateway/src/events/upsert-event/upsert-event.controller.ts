import { Controller, HttpCode, Inject, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { answerWrite } from '../accept-write/answer-write.js';
import { upsertIn } from '../accept-write/writes-of.js';
import { WriteQueue } from '../accept-write/write-queue.js';
import { invitationsAreSent, invitesSomebody } from './invitations-are-sent.js';

@Controller('v1/calendars/:calendarId/events')
export class UpsertEventController {
  constructor(
    private readonly writes: WriteQueue,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('create_event'))
  async upsert(
    @CallerOf() { accountId }: Caller,
    @Req() { params: { calendarId }, body: input }: FastifyRequest<{ Params: { calendarId: string } }>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const writes = upsertIn(input, { accountId, calendarId, now: this.clock() });
    const isUnsent = invitesSomebody(input) && !(await invitationsAreSent(this.pool, { accountId, calendarId }));
    answerWrite(await this.writes.acceptWhole(writes));
    this.relay.wake();
    if (isUnsent) reply.header('kalends-invitations', 'not-sent');
  }
}
