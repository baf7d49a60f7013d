import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { Failed } from '../../events/accept-write/write.js';
import { WriteQueue } from '../../events/accept-write/write-queue.js';
import { upsertOf } from '../../events/accept-write/writes-of.js';
import { clockToken, logToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { Refusal } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';
import type { Addition, ChosenCalendar } from './addition.js';

/** How long other processes leave an addition to the one that continues with it, and how often it checks for the calendar, ms. */
const leaseMs = 5_000;

interface Leased {
  additionId: string;
  request: Addition;
  choice: ChosenCalendar;
  /** The calendar had a day to appear. */
  isOver: boolean;
}

/** Of a profile the named calendar, else its primary one; none that is read-only unless it was chosen by its id. */
const calendarSql = `
  SELECT calendar_id AS "calendarId" FROM (
    SELECT calendar_id, record FROM calendar_state WHERE account_id = $1 AND NOT deleted
    UNION SELECT calendar_id, record FROM pending_calendar WHERE account_id = $1) AS known
  WHERE ($2::text IS NOT NULL AND calendar_id = $2)
     OR ($2::text IS NULL AND record ->> 'profile_id' = $3 AND NOT (record ->> 'calendar_readonly')::boolean)
  ORDER BY record ->> 'calendar_name' = $4 DESC NULLS LAST, record ->> 'calendar_primary' DESC, calendar_id LIMIT 1`;

/** Adds the events whose calendar is chosen: at once where that is known, else when its connection is published and read. */
@Injectable()
export class SettleAdditions {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(logToken) private readonly log: Logger,
    @Inject(WriteQueue) private readonly queue: WriteQueue,
  ) {}

  /** Those that are due, or only that of a token; returns how many. */
  async round(token: string | null = null): Promise<number> {
    const now = this.clock();
    const { rows } = await this.pool.query<Leased>({
      name: 'lease-additions',
      text: `UPDATE calendar_addition SET next_look_at = $2 WHERE addition_id IN (
               SELECT addition_id FROM calendar_addition
               WHERE status = 'chosen' AND next_look_at <= $1 AND ($3::text IS NULL OR token_hash = $3)
               ORDER BY next_look_at LIMIT 20 FOR UPDATE SKIP LOCKED)
             RETURNING addition_id AS "additionId", request, choice, expires_at <= $1 AS "isOver"`,
      values: [timestamp(now), timestamp(now + leaseMs), token === null ? null : tokenHash(token)],
    });
    for (const leased of rows) await this.settle(leased);
    return rows.length;
  }

  private async settle(leased: Leased): Promise<void> {
    try {
      const status = await this.add(leased);
      if (status === null) return;
      await this.pool.query({
        name: 'settle-addition',
        text: `UPDATE calendar_addition SET status = $2, next_look_at = NULL WHERE addition_id = $1`,
        values: [leased.additionId, status],
      });
      this.relay.wake();
    } catch (error) {
      this.log.warn({ err: error, addition_id: leased.additionId }, 'an event could not be added and will be retried');
    }
  }

  /** Null: the calendar is not known yet. */
  private async add({ additionId, request, choice, isOver }: Leased): Promise<'added' | 'refused' | null> {
    const { accountId, calendarId: chosen, profileId, calendarName } = choice;
    const values = [accountId, chosen, profileId, calendarName];
    const { rows } = await this.pool.query<{ calendarId: string }>({ name: 'find-addition-calendar', text: calendarSql, values }); // prettier-ignore
    if (!rows[0]) return isOver ? this.refused(additionId, 'the calendar did not appear within a day') : null;
    const { calendarId } = rows[0];
    const [outcome] = await this.queue.acceptAll([
      upsertOf(request.event, { accountId, calendarId, now: this.clock() }),
    ]);
    if (outcome === 'accepted') return 'added';
    if (outcome instanceof Failed && !(outcome.error instanceof Refusal && outcome.error.getStatus() < 500))
      throw outcome.error;
    return this.refused(additionId, 'the calendar refused it');
  }

  private refused(addition_id: string, reason: string): 'refused' {
    this.log.warn(
      { event: 'addition.refused', addition_id, reason },
      'an event that was to be added is in no calendar',
    );
    return 'refused';
  }
}
