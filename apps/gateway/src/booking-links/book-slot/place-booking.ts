import { Inject, Injectable } from '@nestjs/common';
import { holdQuery } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import type { Pool } from 'pg';
import { eventUidOf } from '../../events/accept-write/write.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { clockToken, poolToken, requestToken, type Clock } from '../../http/injection-tokens.js';
import { timestamp } from '../../tokens/timestamp.js';
import type { Booking, BookingLink, LinkDefinition, Slot } from '../booking-link.js';
import { OfferedSlots } from '../offered-slots.js';
import { bookedTargets } from '../booked-event.js';
import { leaseMs } from './next-look.js';
import { SettleBooking } from './settle-booking.js';

/** Who picks, as their page knows them. */
export interface Visitor {
  /** IANA name. */
  tzid: string;
  /** Language of the page. */
  lang: string;
}

/** A booking of this time before anything of it is written. */
export function bookingAt(
  definition: LinkDefinition,
  { start, end, subs }: Slot,
  of: Visitor & Pick<Booking, 'holdId'>,
): Booking {
  const events = bookedTargets(definition, subs).map((target) => ({
    ...target,
    eventUid: eventUidOf(target.calendarId, definition.event.event_id),
  }));
  return { start, end, subs, ...of, events, isWritten: false, looks: 0 };
}

/** `taken`: the time is not offered, or not any more; `over`: the link was used, or disabled, meanwhile. */
export type Placed = 'placed' | 'taken' | 'over';

const holdSeconds = 300;

/** Books the time that a visitor picked: exactly once, through a hold, and checked again while that is in place. */
@Injectable()
export class PlaceBooking {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(OfferedSlots) private readonly slots: OfferedSlots,
    @Inject(SettleBooking) private readonly bookings: SettleBooking,
  ) {}

  /** `start`: what the visitor's form has, trusted in nothing. Throws the Refusals 429, 503 and 504. */
  async place(link: BookingLink, start: EpochMs, visitor: Visitor): Promise<Placed> {
    if (link.status !== 'open') return 'over';
    const placed = await this.underHold(link, start, (slot, holdId) => this.claim(link, slot, { holdId, visitor }));
    if (placed === 'placed') await this.bookings.advance(link.linkId);
    return placed;
  }

  /**
   * Claims a time that the link offers while nobody else can: `claim` is called once the time is on hold and was checked again.
   * The hold is released unless it succeeds. Throws the Refusals 429, 503 and 504.
   */
  async underHold(
    link: Pick<BookingLink, 'linkId' | 'clientId' | 'definition'>,
    start: EpochMs,
    claim: (slot: Slot, holdId: string) => Promise<boolean>,
  ): Promise<Placed> {
    const slot = await this.offered(link, start);
    if (!slot) return 'taken';
    const holdId = `${link.linkId}-${randomToken(12)}`;
    const held = await this.hold(link.clientId, holdId, slot);
    if (!held) return 'taken';
    const checked = await this.offered(link, start, holdId);
    const isSame = checked !== null && checked.subs.join() === slot.subs.join();
    const isClaimed = isSame && (await claim(slot, holdId));
    if (!isClaimed) {
      await requestOrThrow(this.client, holdQuery, { kind: 'release', client_id: link.clientId, hold_id: holdId });
      return isSame ? 'over' : 'taken';
    }
    return 'placed';
  }

  private async offered(
    link: Pick<BookingLink, 'clientId' | 'definition'>,
    start: EpochMs,
    ignoredHold?: string,
  ): Promise<Slot | null> {
    const ignored = ignoredHold === undefined ? {} : { ignoredHold };
    const [slot] = await this.slots.find(link, { from: start, to: start + 1, most: 1, ...ignored });
    return slot ?? null;
  }

  /** Blocks the time for other holds only: which events count, the query decides. */
  private async hold(client_id: string, hold_id: string, { start, end, subs }: Slot): Promise<boolean> {
    const { outcome } = await requestOrThrow(this.client, holdQuery, {
      kind: 'place',
      client_id,
      hold_id,
      members: subs.map((sub) => ({ sub, calendar_ids: [] })),
      start,
      end,
      ttl_seconds: holdSeconds,
      overlay: { calendars: [], events: [] },
    });
    return outcome === 'held';
  }

  /** From here on the booking survives a crash: {@link SettleBooking} continues with it. False: the link is no longer open. */
  private async claim(
    { linkId, definition }: BookingLink,
    slot: Slot,
    { holdId, visitor }: { holdId: string; visitor: Visitor },
  ): Promise<boolean> {
    const booking = bookingAt(definition, slot, { holdId, ...visitor });
    const { rowCount } = await this.pool.query({
      name: 'claim-booking-link',
      text: `UPDATE booking_link SET status = 'booking', booking = $2, refusal = NULL, next_look_at = $3
             WHERE link_id = $1 AND status = 'open'`,
      values: [linkId, JSON.stringify(booking), timestamp(this.clock() + leaseMs)],
    });
    return rowCount === 1;
  }
}
