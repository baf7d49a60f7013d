import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { poolToken } from '../../http/injection-tokens.js';
import { WriteBooking, type WriteState } from '../book-slot/write-booking.js';
import type { BookedEvent, Booking, PendingChange } from '../booking-link.js';
import type { Booked } from '../changeable.js';
import { areAt, findChangedStates } from './changed-events.queries.js';

/** A booking and what becomes of it. */
export type Changing = Booked & { change: PendingChange };

const keyOf = ({ calendarId, eventUid }: BookedEvent) => `${calendarId}\n${eventUid}`;

/** Those of `events` that are not among `others`. */
const without = (events: readonly BookedEvent[], others: readonly BookedEvent[]): BookedEvent[] => {
  const known = new Set(others.map(keyOf));
  return events.filter((one) => !known.has(keyOf(one)));
};

const after = ({ change }: Changing): BookedEvent[] => change.to?.events ?? [];

const at = (link: Booked, booking: Booking, events: BookedEvent[]) => ({ ...link, booking: { ...booking, events } });

/** The events of a booking that is moved or cancelled, in their calendars. Each step can be repeated. */
@Injectable()
export class ChangeEvents {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(WriteBooking) private readonly writes: WriteBooking,
  ) {}

  /** Writes those that are moved, and deletes the others. Why it cannot, or null. */
  async write(link: Changing): Promise<string | null> {
    const { to } = link.change;
    if (to !== null) {
      const refusal = await this.writes.write({ ...link, booking: to });
      // the hold of a write that was interrupted ends with its first event
      if (refusal !== null && !(await areAt(this.pool, to.events, to.start))) return refusal;
    }
    return this.withdraw(link, without(link.booking.events, after(link)));
  }

  /** Whether providers have confirmed it. */
  async state(link: Changing): Promise<WriteState> {
    const events = this.all(link);
    return this.writes.stateOf(events, await findChangedStates(this.pool, events));
  }

  /** Everything as it was: the calendar that refused still has its event. */
  async restore(link: Changing): Promise<void> {
    const { booking } = link;
    await this.withdraw(link, without(after(link), booking.events));
    const refused = (await findChangedStates(this.pool, booking.events)).filter(({ refusal }) => refusal !== null);
    for (const event of without(booking.events, refused)) await this.writes.put(at(link, booking, [event]));
  }

  private all(link: Changing): BookedEvent[] {
    return [...link.booking.events, ...without(after(link), link.booking.events)];
  }

  private withdraw(link: Changing, events: BookedEvent[]): Promise<string | null> {
    return this.writes.withdraw(link, events);
  }
}
