import { Inject } from '@nestjs/common';
import { holdQuery, type Hold } from '@kalends/contracts';
import { type confirmHoldBody, type UpsertEventBody } from '@kalends/public-api';
import { toIso } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import type { CallingApplication } from '../../http/api-key.js';
import { dependenciesToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { insufficientScope, invalid, invalidField, notAuthorized, notFound, Refusal } from '../../http/refusals.js';
import { eventUidOf } from '../../events/accept-write/write.js';
import { answerWrite } from '../../events/accept-write/answer-write.js';
import { WriteQueue } from '../../events/accept-write/write-queue.js';
import { upsertOf } from '../../events/accept-write/writes-of.js';

type HeldEvent = z.output<typeof confirmHoldBody>['event'];

interface Owner {
  account_id: string;
  may_write: boolean;
  is_granted: boolean;
}

/** The owner of the calendar, and whether that user has granted the application to write. */
const ownerSql = `
  SELECT account_id, EXISTS (
    SELECT FROM authorization_grant WHERE account_id = account.account_id AND 'create_event' = ANY(scope)) AS may_write,
    EXISTS (SELECT FROM authorization_grant WHERE account_id = account.account_id) AS is_granted
  FROM account JOIN (
    SELECT account_id FROM calendar_state WHERE calendar_id = $2 AND NOT deleted
    UNION SELECT account_id FROM pending_calendar WHERE calendar_id = $2) AS calendar USING (account_id)
  WHERE client_id = $1`;

interface ConfirmHoldDependencies {
  pool: Pool;
  client: MessagingClient;
  relay: Waker;
  clock: Clock;
}

/** An event without times of its own has those of its hold; a release before 0.3.0 does not return them. */
function timed({ start, end, ...event }: HeldEvent, hold: Hold | undefined): UpsertEventBody {
  if (start !== undefined && end !== undefined) return { ...event, start, end };
  if (!hold) throw invalidField('event.start', 'required', 'event.start must be specified');
  return { ...event, start: toIso(hold.start), end: toIso(hold.end) };
}

export class ConfirmHold {
  constructor(
    @Inject(dependenciesToken) private readonly dependencies: ConfirmHoldDependencies,
    @Inject(WriteQueue) private readonly writes: WriteQueue,
  ) {}

  /**
   * Pins the hold, then writes its event by the ordinary upsert: the time stays busy from the hold to the event. If the
   * upsert is refused, the hold is unpinned. Throws the Refusals of an upsert.
   */
  async confirm(
    application: CallingApplication,
    holdId: string,
    { calendar_id, event }: z.output<typeof confirmHoldBody>,
  ): Promise<'confirmed' | 'unknown-hold' | 'expired-hold'> {
    const accountId = await this.ownerOf(application, calendar_id);
    const only = application.user ? { only_sub: application.user.accountId } : {};
    const hold = { client_id: application.clientId, hold_id: holdId };
    const event_uid = eventUidOf(calendar_id, event.event_id);
    const pinned = await requestOrThrow(this.dependencies.client, holdQuery, {
      kind: 'pin',
      ...hold,
      ...only,
      calendar_id,
      event_uid,
    });
    if (pinned.outcome === 'unknown-hold' || pinned.outcome === 'expired-hold') return pinned.outcome;
    const held = pinned.outcome === 'held' ? pinned.hold : undefined;
    const place = { accountId, calendarId: calendar_id, now: this.dependencies.clock() };
    try {
      answerWrite(await this.writes.accept(upsertOf(timed(event, held), place)));
    } catch (error) {
      if (error instanceof Refusal)
        await requestOrThrow(this.dependencies.client, holdQuery, { kind: 'unpin', ...hold });
      throw error;
    }
    this.dependencies.relay.wake();
    return 'confirmed';
  }

  private async ownerOf({ clientId, user }: CallingApplication, calendarId: string): Promise<string> {
    const { rows } = await this.dependencies.pool.query<Owner>({
      name: 'find-calendar-owner',
      text: ownerSql,
      values: [clientId, calendarId],
    });
    const owner = rows[0];
    if (!owner || (user && user.accountId !== owner.account_id)) throw notFound('calendar');
    if (!owner.is_granted) throw invalid({ calendar_id: [notAuthorized(owner.account_id)] });
    if (!user && !owner.may_write) throw insufficientScope(['create_event']);
    return owner.account_id;
  }
}
