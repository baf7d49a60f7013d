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
import type { Booking, BookingLink, LinkDefinition, PartTime, Slot } from '../booking-link.js';
import { bookedTargets } from '../booked-event.js';
import { holdIdsOf, partsOf, shownParts } from '../link-parts.js';
import { OfferedSlots } from '../offered-slots.js';
import { leaseMs } from './next-look.js';
import { SettleBooking } from './settle-booking.js';

/** Who picks, as their page knows them. */
export interface Visitor {
  /** IANA name. */
  tzid: string;
  /** Language of the page. */
  lang: string;
  /** Which parts the page has shown ({@link shownParts}); absent: it has shown the start alone. */
  shown?: string;
}

/** A booking of this time before anything of it is written. */
export function bookingAt(
  definition: LinkDefinition,
  slot: Slot,
  { tzid, lang, holdId }: Pick<Booking, 'tzid' | 'lang' | 'holdId'>,
): Booking {
  const events = partsOf(definition).flatMap(({ event }, part) =>
    bookedTargets(definition, slot.parts[part]!.subs).map((target) => ({
      ...target,
      eventUid: eventUidOf(target.calendarId, event.event_id),
      part,
    })),
  );
  return { ...slot, tzid, lang, holdId, events, isWritten: false, looks: 0 };
}

type Placeable = Pick<BookingLink, 'linkId' | 'clientId' | 'definition'>;

/** What somebody picks; `shown`: which parts the page has shown, absent: the start alone. */
type Picked = { start: EpochMs; shown?: string | undefined };

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
    const { shown } = visitor;
    const placed = await this.underHold(link, { start, shown }, (slot, holdId) =>
      this.claim(link, slot, { holdId, visitor }),
    );
    if (placed === 'placed') await this.bookings.advance(link.linkId);
    return placed;
  }

  /**
   * Claims a time that the link offers while nobody else can: `claim` is called once the time is on hold and was checked again.
   * The hold is released unless it succeeds. Throws the Refusals 429, 503 and 504.
   */
  async underHold(
    link: Placeable,
    { start, shown }: Picked,
    claim: (slot: Slot, holdId: string) => Promise<boolean>,
  ): Promise<Placed> {
    const slot = await this.offered(link, start);
    if (!slot || shownParts(slot) !== (shown ?? shownParts(slot))) return 'taken';
    const holdId = `${link.linkId}-${randomToken(12)}`;
    const holdIds = holdIdsOf({ holdId, parts: slot.parts });
    if (!(await this.holdAll(link.clientId, holdIds, slot.parts))) return 'taken';
    const checked = await this.offered(link, start, holdIds);
    const isSame = checked !== null && JSON.stringify(checked.parts) === JSON.stringify(slot.parts);
    const isClaimed = isSame && (await claim(slot, holdId));
    if (!isClaimed) {
      await this.release(link.clientId, holdIds);
      return isSame ? 'over' : 'taken';
    }
    return 'placed';
  }

  private async offered(link: Placeable, start: EpochMs, ignoredHolds: readonly string[] = []): Promise<Slot | null> {
    const [slot] = await this.slots.find(link, { from: start, to: start + 1, most: 1, ignoredHolds });
    return slot ?? null;
  }

  /** One after the other, so that of two visitors who want the same parts one gets all. False: none is left in place. */
  private async holdAll(clientId: string, holdIds: readonly string[], parts: readonly PartTime[]): Promise<boolean> {
    for (const [part, time] of parts.entries()) {
      if (await this.hold(clientId, holdIds[part]!, time)) continue;
      await this.release(clientId, holdIds.slice(0, part));
      return false;
    }
    return true;
  }

  private async release(client_id: string, holdIds: readonly string[]): Promise<void> {
    for (const hold_id of holdIds)
      await requestOrThrow(this.client, holdQuery, { kind: 'release', client_id, hold_id });
  }

  /** Blocks the time for other holds only: which events count, the query decides. */
  private async hold(client_id: string, hold_id: string, { start, end, subs }: PartTime): Promise<boolean> {
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
    { holdId, visitor: { tzid, lang } }: { holdId: string; visitor: Visitor },
  ): Promise<boolean> {
    const booking = bookingAt(definition, slot, { holdId, tzid, lang });
    const { rowCount } = await this.pool.query({
      name: 'claim-booking-link',
      text: `UPDATE booking_link SET status = 'booking', booking = $2, refusal = NULL, next_look_at = $3
             WHERE link_id = $1 AND status = 'open'`,
      values: [linkId, JSON.stringify(booking), timestamp(this.clock() + leaseMs)],
    });
    return rowCount === 1;
  }
}
