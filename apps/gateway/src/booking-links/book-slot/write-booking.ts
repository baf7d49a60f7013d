import { Inject, Injectable } from '@nestjs/common';
import { holdQuery, providerWritesQuery } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { deletionOf, upsertOf } from '../../events/accept-write/writes-of.js';
import type { Outcome } from '../../events/accept-write/write.js';
import { WriteQueue } from '../../events/accept-write/write-queue.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import {
  clockToken,
  poolToken,
  relayToken,
  requestToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import { refusalText } from '../refusal-text.js';
import type { BookedEvent, Booking, BookingLink } from '../booking-link.js';
import { eventToWrite } from '../booked-event.js';
import { findWriteStates, guestsOf } from './write-booking.queries.js';

type Booked = BookingLink & { booking: Booking };

export type WriteState = 'confirmed' | 'waiting' | { refused: string };

const lost = 'The time was not kept while the service was interrupted.';

const reasonOf = (outcome: Outcome): string | null => {
  if (outcome === 'accepted') return null;
  if (outcome === 'unknown-calendar') return 'The calendar no longer exists.';
  if (outcome === 'read-only-calendar') return 'The calendar has become read-only.';
  const text = refusalText(outcome.error);
  if (text === null) throw outcome.error;
  return text;
};

/** The events of a booking in its calendars. */
@Injectable()
export class WriteBooking {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(WriteQueue) private readonly queue: WriteQueue,
  ) {}

  /** Writes the events by the ordinary upsert; the hold stays until the first of them is there. Why it cannot, or null. */
  async write(link: Booked): Promise<string | null> {
    const { clientId, booking } = link;
    const [first] = booking.events;
    if (!first) return null;
    return (await this.pin(clientId, booking.holdId, first)) ? this.put(link) : lost;
  }

  /** The same without a hold. */
  async put({ definition, booking }: Pick<Booked, 'definition' | 'booking'>): Promise<string | null> {
    const [first] = booking.events;
    if (!first) return null;
    const guests = definition.creation === 'single' ? await guestsOf(this.pool, booking.subs, first.accountId) : [];
    const event = eventToWrite(definition, booking, guests);
    for (const { accountId, calendarId } of booking.events) {
      const refusal = reasonOf(await this.accept(upsertOf(event, { accountId, calendarId, now: this.clock() })));
      if (refusal !== null) return refusal;
    }
    this.relay.wake();
    return null;
  }

  /** Whether providers have confirmed the events. */
  async state({ events }: Pick<Booking, 'events'>): Promise<WriteState> {
    const states = await findWriteStates(this.pool, events);
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

  /** Deletes the events wherever they are; a calendar that is gone has none. Why one of them cannot be deleted, or null. */
  async withdraw({ events }: Pick<Booking, 'events'>, eventId: string): Promise<string | null> {
    let refusal: string | null = null;
    for (const { accountId, calendarId } of events) {
      const outcome = await this.accept(deletionOf(eventId, { accountId, calendarId, now: this.clock() }));
      if (outcome !== 'unknown-calendar') refusal = reasonOf(outcome) ?? refusal;
    }
    this.relay.wake();
    return refusal;
  }

  private async accept(write: Parameters<WriteQueue['acceptAll']>[0][number]): Promise<Outcome> {
    const [outcome] = await this.queue.acceptAll([write]);
    return outcome!;
  }

  private async pin(client_id: string, hold_id: string, { calendarId, eventUid }: BookedEvent): Promise<boolean> {
    const pinned = { kind: 'pin', client_id, hold_id, calendar_id: calendarId, event_uid: eventUid } as const;
    return (await requestOrThrow(this.client, holdQuery, pinned)).outcome === 'held';
  }
}
