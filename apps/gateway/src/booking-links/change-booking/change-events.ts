import { Inject, Injectable } from '@nestjs/common';
import { providerWritesQuery } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { poolToken, requestToken } from '../../http/injection-tokens.js';
import { WriteBooking } from '../book-slot/write-booking.js';
import type { BookedEvent, Booking, PendingChange } from '../booking-link.js';
import type { Booked } from '../changeable.js';
import { areAt, findChangedStates } from './changed-events.queries.js';

export type ChangeState = 'confirmed' | 'waiting' | { refused: string };

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
    @Inject(requestToken) private readonly client: MessagingClient,
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
  async state(link: Changing): Promise<ChangeState> {
    const events = this.all(link);
    const states = await findChangedStates(this.pool, events);
    const refused = states.find(({ refusal }) => refusal !== null);
    if (refused) return { refused: refused.refusal! };
    if (states.some(({ isPending }) => isPending)) return 'waiting';
    for (const { accountId, calendarId, eventUid } of events) {
      const event = { calendar_id: calendarId, event_uid: eventUid };
      const { total } = await requestOrThrow(this.client, providerWritesQuery, { account_id: accountId, event });
      if (total > 0) return 'waiting';
    }
    return 'confirmed';
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
