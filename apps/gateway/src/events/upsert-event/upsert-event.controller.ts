import { Body, Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { Post } from '../../http/idempotency/post.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { answerWrite } from '../accept-write/answer-write.js';
import { upsertIn } from '../accept-write/writes-of.js';
import { WriteQueue } from '../accept-write/write-queue.js';

@Controller('v1/calendars/:calendarId/events')
export class UpsertEventController {
  constructor(
    private readonly writes: WriteQueue,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('create_event'))
  async upsert(@CallerOf() { accountId }: Caller, @Param('calendarId') calendarId: string, @Body() input: unknown) {
    answerWrite(await this.writes.accept(upsertIn(input, { accountId, calendarId, now: this.clock() })));
    this.relay.wake();
  }
}
