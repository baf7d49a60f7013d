import { Inject, Injectable } from '@nestjs/common';
import { bookingLinkReported, holdQuery, type BookingLinkReported } from '@kalends/contracts';
import { addToOutbox, message, sqlOf, type MessagingClient } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import {
  clockToken,
  logToken,
  poolToken,
  relayToken,
  requestToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import { timestamp } from '../../tokens/timestamp.js';
import { leaseMs, nextLookMs } from '../book-slot/next-look.js';
import type { BookingChange, BookingLink } from '../booking-link.js';
import { BookingLinks } from '../booking-links.js';
import { reportedOf, timesOf } from '../present-link.js';
import { ChangeEvents, type Changing } from './change-events.js';

const isChanging = (link: BookingLink | null): link is Changing =>
  link?.status === 'completed' && link.booking !== null && link.change?.state === 'pending';

/** `$1` and `$2`: the link and the change. */
const ofChange = `WHERE link_id = $1 AND change ->> 'id' = $2 AND change ->> 'state' = 'pending'`;

/** What a visitor has changed, until every provider has confirmed it, or one has refused it. */
@Injectable()
export class SettleChange {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(logToken) private readonly log: Logger,
    @Inject(BookingLinks) private readonly links: BookingLinks,
    @Inject(ChangeEvents) private readonly events: ChangeEvents,
  ) {}

  /** Continues with the changes whose time it is; returns how many. After a failure they are checked again. */
  async round(): Promise<number> {
    const { rows } = await this.pool.query<{ linkId: string }>({
      name: 'lease-booking-changes',
      text: `UPDATE booking_link SET next_look_at = $2 WHERE link_id IN (
               SELECT link_id FROM booking_link WHERE change ->> 'state' = 'pending' AND next_look_at <= $1
               ORDER BY next_look_at LIMIT 20 FOR UPDATE SKIP LOCKED)
             RETURNING link_id AS "linkId"`,
      values: [timestamp(this.clock()), timestamp(this.clock() + leaseMs)],
    });
    for (const { linkId } of rows) await this.advance(linkId);
    return rows.length;
  }

  /** Writes what is not written, and completes or undoes the change once that is decided. Repeatable. */
  async advance(linkId: string): Promise<void> {
    let link: BookingLink | null = null;
    try {
      link = await this.links.byId({ linkId });
      if (isChanging(link)) await this.proceed(link);
    } catch (error) {
      this.log.warn(
        { err: error, link_id: linkId },
        'a change of a booking could not be continued and will be retried',
      );
      // what failed may work again in a moment; if this fails, too, the lease ends
      if (isChanging(link)) await this.lookLater(link).catch(() => undefined);
    }
  }

  private async proceed(link: Changing): Promise<void> {
    const refusal = link.change.isWritten ? null : await this.write(link);
    if (refusal !== null) return this.undo(link, refusal);
    const state = await this.events.state(link);
    if (state === 'confirmed') await this.complete(link);
    else if (state === 'waiting') await this.lookLater(link);
    else await this.undo(link, state.refused);
  }

  private async write(link: Changing): Promise<string | null> {
    const refusal = await this.events.write(link);
    if (refusal !== null) return refusal;
    await this.pool.query({
      name: 'mark-change-written',
      text: `UPDATE booking_link SET change = change || '{"isWritten": true}' ${ofChange}`,
      values: [link.linkId, link.change.id],
    });
    return null;
  }

  /** The callback is queued in the same transaction: there is one exactly when the change is done. */
  private async complete(link: Changing): Promise<void> {
    const { linkId, booking, change, definition } = link;
    const { kind, id, reason, to } = change;
    const at = this.clock();
    const { start, end } = booking;
    const done: BookingChange = { state: 'done', kind, id, at, reason, previous: { start, end } };
    const after: BookingLink = { ...link, change: done, booking: to ?? booking, status: to ? 'completed' : 'disabled' };
    const { completed, rescheduled, cancelled } = definition.callbackUrls;
    const callback_url = (to ? rescheduled : cancelled) ?? completed;
    await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE booking_link SET status = $3, booking = $4, change = $5, next_look_at = NULL ${ofChange}`,
        [linkId, id, after.status, JSON.stringify(after.booking), JSON.stringify(done)],
      );
      if (rowCount !== 1 || callback_url === null) return;
      await addToOutbox(sqlOf(client), [
        message(bookingLinkReported, this.reportOf(link, after, { callback_url, at })),
      ]);
    });
    this.relay.wake();
  }

  private reportOf(
    { booking, change, definition }: Changing,
    after: BookingLink,
    where: Pick<BookingLinkReported, 'callback_url' | 'at'>,
  ): BookingLinkReported {
    const common = {
      ...reportedOf(after, this.links.urlOf(after)),
      ...where,
      user_tzid: change.tzid,
      previous: timesOf(booking, definition.tzid),
    };
    if (change.to === null) return { kind: 'cancelled', ...common, reason: change.reason };
    return { kind: 'rescheduled', ...common, participants: change.to.subs.map((sub) => ({ sub })) };
  }

  private async lookLater({ linkId, change }: Changing): Promise<void> {
    await this.pool.query({
      name: 'look-at-change-later',
      text: `UPDATE booking_link SET next_look_at = $3, change = jsonb_set(change, '{looks}', $4::text::jsonb) ${ofChange}`,
      values: [linkId, change.id, timestamp(this.clock() + nextLookMs(change.looks)), String(change.looks + 1)],
    });
  }

  /** What was booked stays booked, in every calendar. */
  private async undo(link: Changing, refusal: string): Promise<void> {
    const { linkId, clientId, change } = link;
    const { kind, id, at, to } = change;
    await this.events.restore(link);
    if (to) await requestOrThrow(this.client, holdQuery, { kind: 'release', client_id: clientId, hold_id: to.holdId });
    const refused: BookingChange = { state: 'refused', kind, id, at, refusal: refusal.slice(0, 500) };
    await this.pool.query({
      name: 'refuse-booking-change',
      text: `UPDATE booking_link SET change = $3, next_look_at = NULL ${ofChange}`,
      values: [linkId, id, JSON.stringify(refused)],
    });
    this.log.warn(
      { event: 'booking.change_refused', link_id: linkId, kind, refusal },
      'a calendar refused to change a booking',
    );
  }
}
