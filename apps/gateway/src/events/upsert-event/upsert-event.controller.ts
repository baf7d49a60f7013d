import { Body, Controller, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { upsertEventBody } from '@kalends/contracts';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { validate } from '../../http/refusals.js';
import { answerWrite } from '../accept-write/answer-write.js';
import { upsertOf } from '../accept-write/writes-of.js';
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
    const body = validate(upsertEventBody, input);
    answerWrite(await this.writes.accept(upsertOf(body, { accountId, calendarId, now: this.clock() })));
    this.relay.wake();
  }
}
