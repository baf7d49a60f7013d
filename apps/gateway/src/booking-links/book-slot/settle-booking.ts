import { Inject, Injectable } from '@nestjs/common';
import { bookingLinkReported, holdQuery } from '@kalends/contracts';
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
import type { Booking, BookingLink } from '../booking-link.js';
import { BookingLinks } from '../booking-links.js';
import { holdIdsOf } from '../link-parts.js';
import { reportedOf } from '../present-link.js';
import { leaseMs, nextLookMs } from './next-look.js';
import { WriteBooking } from './write-booking.js';

type Booked = BookingLink & { booking: Booking };

const isBooked = (link: BookingLink | null): link is Booked => link?.status === 'booking' && link.booking !== null;

/** What somebody picked, until every provider has confirmed its event, or one has refused it. */
@Injectable()
export class SettleBooking {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(logToken) private readonly log: Logger,
    @Inject(BookingLinks) private readonly links: BookingLinks,
    @Inject(WriteBooking) private readonly writes: WriteBooking,
  ) {}

  /** Continues with the bookings whose time it is; returns how many. After a failure they are checked again. */
  async round(): Promise<number> {
    const { rows } = await this.pool.query<{ linkId: string }>({
      name: 'lease-bookings',
      text: `UPDATE booking_link SET next_look_at = $2 WHERE link_id IN (
               SELECT link_id FROM booking_link WHERE status = 'booking' AND next_look_at <= $1
               ORDER BY next_look_at LIMIT 20 FOR UPDATE SKIP LOCKED)
             RETURNING link_id AS "linkId"`,
      values: [timestamp(this.clock()), timestamp(this.clock() + leaseMs)],
    });
    for (const { linkId } of rows) await this.advance(linkId);
    return rows.length;
  }

  /** Writes what is not written, and completes or undoes the booking once that is decided. Repeatable. */
  async advance(linkId: string): Promise<void> {
    let link: BookingLink | null = null;
    try {
      link = await this.links.byId({ linkId });
      if (isBooked(link)) await this.proceed(link);
    } catch (error) {
      this.log.warn({ err: error, link_id: linkId }, 'a booking could not be continued and will be retried');
      // what failed may work again in a moment; if this fails, too, the lease ends
      if (isBooked(link)) await this.lookLater(link).catch(() => undefined);
    }
  }

  private async proceed(link: Booked): Promise<void> {
    const refusal = link.booking.isWritten ? null : await this.write(link);
    if (refusal !== null) return this.undo(link, refusal);
    const state = await this.writes.state(link.booking);
    if (state === 'confirmed') await this.complete(link);
    else if (state === 'waiting') await this.lookLater(link);
    else await this.undo(link, state.refused);
  }

  private async write(link: Booked): Promise<string | null> {
    const refusal = await this.writes.write(link);
    if (refusal !== null) return refusal;
    await this.pool.query({
      name: 'mark-booking-written',
      text: `UPDATE booking_link SET booking = booking || '{"isWritten": true}' WHERE link_id = $1 AND status = 'booking'`,
      values: [link.linkId],
    });
    return null;
  }

  /** The callback is queued in the same transaction: there is one exactly when the link is completed. */
  private async complete(link: Booked): Promise<void> {
    const { linkId, definition, booking } = link;
    const at = this.clock();
    await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        "UPDATE booking_link SET status = 'completed', completed_at = $2, next_look_at = NULL WHERE link_id = $1 AND status = 'booking'",
        [linkId, timestamp(at)],
      );
      const callback_url = definition.callbackUrls.completed;
      if (rowCount !== 1 || callback_url === null) return;
      const reported = message(bookingLinkReported, {
        kind: 'completed',
        ...reportedOf({ ...link, status: 'completed' }, this.links.urlOf(link)),
        callback_url,
        at,
        participants: booking.subs.map((sub) => ({ sub })),
        user_tzid: booking.tzid,
      });
      await addToOutbox(sqlOf(client), [reported]);
    });
    this.relay.wake();
  }

  private async lookLater({ linkId, booking }: Booked): Promise<void> {
    await this.pool.query({
      name: 'look-at-booking-later',
      text: `UPDATE booking_link SET next_look_at = $2, booking = jsonb_set(booking, '{looks}', $3::text::jsonb)
             WHERE link_id = $1 AND status = 'booking'`,
      values: [linkId, timestamp(this.clock() + nextLookMs(booking.looks)), String(booking.looks + 1)],
    });
  }

  /** The link is open again, and no event of the booking stays. */
  private async undo({ linkId, clientId, booking, definition }: Booked, refusal: string): Promise<void> {
    await this.writes.withdraw({ definition }, booking.events);
    for (const hold_id of holdIdsOf(booking))
      await requestOrThrow(this.client, holdQuery, { kind: 'release', client_id: clientId, hold_id });
    await this.pool.query({
      name: 'reopen-booking-link',
      text: `UPDATE booking_link SET status = 'open', booking = NULL, refusal = $2, next_look_at = NULL
             WHERE link_id = $1 AND status = 'booking'`,
      values: [linkId, refusal.slice(0, 500)],
    });
    this.log.warn({ event: 'booking.refused', link_id: linkId, refusal }, 'a calendar refused a booking');
  }
}
