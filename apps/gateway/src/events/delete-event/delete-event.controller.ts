import { Controller, Delete, HttpCode, Inject, Param, Req, UseGuards } from '@nestjs/common';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { answerWrite } from '../accept-write/answer-write.js';
import { WriteQueue } from '../accept-write/write-queue.js';
import { deletionIn } from '../accept-write/writes-of.js';

/** Parameters of a request. */
interface Parameters {
  query: object;
  body: object | undefined;
}

@Controller('v1/calendars/:calendarId/events')
export class DeleteEventController {
  constructor(
    private readonly writes: WriteQueue,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** Parameters in the body or, as some clients send them, in the query. */
  @Delete()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('delete_event'))
  async remove(
    @CallerOf() { accountId }: Caller,
    @Param('calendarId') calendarId: string,
    @Req() { query, body }: Parameters,
  ) {
    const place = { accountId, calendarId, now: this.clock() };
    answerWrite(await this.writes.accept(deletionIn({ ...query, ...body }, place)));
    this.relay.wake();
  }
}
