import { Body, Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import type { EventChange, EventRecord } from '@kalends/contracts';
import { recordAfterWrite } from '@kalends/event-writes';
import { changeParticipationBody } from '@kalends/public-api';
import { ownStatus } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { findAccount } from '../../accounts/present-account.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { invalidField, notFound, validate } from '../../http/refusals.js';
import type { Decision } from '../accept-write/write.js';
import { answerWrite } from '../accept-write/answer-write.js';
import { WriteQueue } from '../accept-write/write-queue.js';
import { seriesUid } from '../series-uid.js';

const isInvited = ({ series }: EventRecord, addresses: readonly string[]) =>
  series.master !== null && ownStatus(series.master, addresses) !== undefined;

/** The user's answer, and its time. */
interface Answer {
  status: NonNullable<EventChange['own_attendance']>['status'];
  /** The account's address, if it has one. */
  email: string | null;
  /** Epoch ms. */
  now: number;
}

/** Parameters of the address. */
interface EventPlace {
  calendarId: string;
  eventUid: string;
}

/** Answers an invitation on behalf of the user (EVT-19). */
@Controller('v1/calendars/:calendarId/events/:eventUid/participation_status')
export class ChangeParticipationController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    private readonly writes: WriteQueue,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @UseGuards(AccessTokenGuard('change_participation_status'))
  async change(
    @CallerOf() { accountId }: Caller,
    @Param() { calendarId, eventUid }: EventPlace,
    @Body() input: unknown,
  ) {
    const { status } = validate(changeParticipationBody, input);
    const now = this.clock();
    const target = { accountId, calendarId, event: { eventUid: seriesUid(eventUid) }, now };
    const { email } = await findAccount(this.pool, accountId);
    const decide = (present: EventRecord | null) => this.decide(present, { status, email, now });
    answerWrite(await this.writes.accept({ target, decide }));
    this.relay.wake();
  }

  /** A write that calendar-sync has not yet published lacks the profile's addresses: the account's is used instead. */
  private decide(present: EventRecord | null, { status, email, now }: Answer): Decision {
    if (!present || present.deleted || !present.series.master) throw notFound('event');
    const addresses = present.own_addresses.length > 0 || email === null ? present.own_addresses : [email];
    if (!isInvited(present, addresses)) {
      throw invalidField('status', 'cannot_change_participation_status', 'The user is not an attendee of this event.');
    }
    const change: EventChange = { own_attendance: { addresses, status } };
    const place = { ...present, own_addresses: addresses };
    const record = recordAfterWrite(present, { operation: 'upsert', change, accepted_at: now }, place);
    return { operation: 'upsert', change, record };
  }
}
