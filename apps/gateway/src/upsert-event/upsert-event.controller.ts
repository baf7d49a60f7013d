import { Body, Controller, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { upsertEventBody } from '@kalends/contracts';
import type { Pool } from 'pg';
import { AccessTokenGuard, CallerOf, type Caller } from '../http/caller.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../http/providers.js';
import { validate } from '../http/refusals.js';
import { acceptWrite } from '../pending-writes/accept-write.js';
import { answerWrite } from '../pending-writes/answer-write.js';
import { decideUpsert } from '../pending-writes/decide-upsert.js';

@Controller('v1/calendars/:calendarId/events')
export class UpsertEventController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('create_event'))
  async upsert(@CallerOf() caller: Caller, @Param('calendarId') calendarId: string, @Body() input: unknown) {
    const body = validate(upsertEventBody, input);
    const now = this.clock();
    const target = { accountId: caller.accountId, calendarId, event: { eventId: body.event_id }, now };
    answerWrite(await acceptWrite(this.pool, target, decideUpsert(body, caller.accountId, now)));
    this.relay.wake();
  }
}
