import { Body, Controller, Delete, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { deleteEventBody } from '@kalends/contracts';
import type { Pool } from 'pg';
import { AccessTokenGuard, CallerOf, type Caller } from '../http/caller.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../http/providers.js';
import { validate } from '../http/refusals.js';
import { acceptWrite } from '../pending-writes/accept-write.js';
import { answerWrite } from '../pending-writes/answer-write.js';
import { decideDelete } from '../pending-writes/decide-delete.js';

@Controller('v1/calendars/:calendarId/events')
export class DeleteEventController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** Parameters in the body or, as some clients send them, in the query. */
  @Delete()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('delete_event'))
  async remove(
    @CallerOf() caller: Caller,
    @Param('calendarId') calendarId: string,
    @Body() input: object | undefined,
    @Query() query: object,
  ) {
    const { event_id: eventId } = validate(deleteEventBody, { ...query, ...input });
    const target = { accountId: caller.accountId, calendarId, event: { eventId }, now: this.clock() };
    answerWrite(await acceptWrite(this.pool, target, decideDelete));
    this.relay.wake();
  }
}
