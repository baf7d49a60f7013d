import { Inject, Injectable } from '@nestjs/common';
import type { EpochMs } from '@kalends/icalendar';
import { randomToken } from '@kalends/security';
import type { Pool } from 'pg';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { timestamp } from '../../tokens/timestamp.js';
import { leaseMs } from '../book-slot/next-look.js';
import { bookingAt, PlaceBooking, type Placed, type Visitor } from '../book-slot/place-booking.js';
import type { BookingLink, PendingChange } from '../booking-link.js';
import { changesOf, type Booked } from '../changeable.js';
import { movable } from './movable.js';
import { SettleChange } from './settle-change.js';

type NewChange = Pick<PendingChange, 'kind' | 'tzid' | 'reason' | 'to'>;

/** What the visitor of a booked link changes: exactly once, whoever else has the link. */
@Injectable()
export class ClaimChange {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(PlaceBooking) private readonly placing: PlaceBooking,
    @Inject(SettleChange) private readonly changes: SettleChange,
  ) {}

  /** False: it is not allowed, has begun, or was changed meanwhile. `reason`: in the visitor's words. */
  async cancel(link: BookingLink, tzid: string, reason: string | null): Promise<boolean> {
    if (!changesOf(link, this.clock()).includes('cancel')) return false;
    const isClaimed = await this.claim(link as Booked, { kind: 'cancel', tzid, reason, to: null });
    if (isClaimed) await this.changes.advance(link.linkId);
    return isClaimed;
  }

  /** Moves the booking to another time that is offered; as {@link PlaceBooking.place}. */
  async reschedule(link: BookingLink, start: EpochMs, visitor: Visitor): Promise<Placed> {
    if (!changesOf(link, this.clock()).includes('reschedule')) return 'over';
    const booked = link as Booked;
    if (start === booked.booking.start) return 'taken';
    const sequence = (booked.booking.sequence ?? 0) + 1;
    const placed = await this.placing.underHold(movable(booked), { start }, (slot, holdId) => {
      const to = { ...bookingAt(link.definition, slot, { ...visitor, holdId }), sequence };
      return this.claim(booked, { kind: 'reschedule', tzid: visitor.tzid, reason: null, to });
    });
    if (placed === 'placed') await this.changes.advance(link.linkId);
    return placed;
  }

  /** From here on the change survives a crash. False: the booking is no longer what the visitor saw, or it has begun. */
  private async claim({ linkId, change: seen }: Booked, change: NewChange): Promise<boolean> {
    const now = this.clock();
    const pending: PendingChange = {
      ...change,
      state: 'pending',
      id: randomToken(12),
      at: now,
      isWritten: false,
      looks: 0,
    };
    const { rowCount } = await this.pool.query({
      name: 'claim-booking-change',
      text: `UPDATE booking_link SET change = $2, next_look_at = $3
             WHERE link_id = $1 AND status = 'completed' AND change ->> 'id' IS NOT DISTINCT FROM $4
               AND change ->> 'state' IS DISTINCT FROM 'pending' AND (booking ->> 'start')::bigint > $5`,
      values: [linkId, JSON.stringify(pending), timestamp(now + leaseMs), seen?.id ?? null, now],
    });
    return rowCount === 1;
  }
}
