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
import { holdIdsOf, partsOf } from '../link-parts.js';
import { findWriteStates, guestsOf } from './write-booking.queries.js';

type Booked = BookingLink & { booking: Booking };

export type WriteState = 'confirmed' | 'waiting' | { refused: string };

interface ReadState {
  isPending: boolean;
  refusal: string | null;
}

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

  /** Writes the events by the ordinary upsert; each hold stays until the first event of its part is there. Why it cannot, or null. */
  async write(link: Booked): Promise<string | null> {
    const { clientId, booking } = link;
    for (const [part, holdId] of holdIdsOf(booking).entries()) {
      const first = booking.events.find((one) => one.part === part);
      if (first && !(await this.pin(clientId, holdId, first))) return lost;
    }
    return this.put(link);
  }

  /** The same without a hold. */
  async put(link: Pick<Booked, 'definition' | 'booking'>): Promise<string | null> {
    for (const part of link.booking.parts.keys()) {
      const refusal = await this.writePart(link, part);
      if (refusal !== null) return refusal;
    }
    this.relay.wake();
    return null;
  }

  private async writePart(
    { definition, booking }: Pick<Booked, 'definition' | 'booking'>,
    part: number,
  ): Promise<string | null> {
    const events = booking.events.filter((one) => one.part === part);
    const time = booking.parts[part]!;
    const isSingle = definition.creation === 'single' && events.length > 0;
    const guests = isSingle ? await guestsOf(this.pool, time.subs, events[0]!.accountId) : [];
    const { event } = partsOf(definition)[part]!;
    const written = eventToWrite({ event, tzid: definition.tzid }, time, guests);
    for (const { accountId, calendarId } of events) {
      const refusal = reasonOf(await this.accept(upsertOf(written, { accountId, calendarId, now: this.clock() })));
      if (refusal !== null) return refusal;
    }
    return null;
  }

  /** Whether providers have confirmed the events. */
  async state({ events }: Pick<Booking, 'events'>): Promise<WriteState> {
    return this.stateOf(events, await findWriteStates(this.pool, events));
  }

  /** The same, of what the read model has of them. */
  async stateOf(events: readonly BookedEvent[], states: readonly ReadState[]): Promise<WriteState> {
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
  async withdraw({ definition }: Pick<Booked, 'definition'>, events: readonly BookedEvent[]): Promise<string | null> {
    const ids = partsOf(definition).map(({ event }) => event.event_id);
    let refusal: string | null = null;
    for (const { accountId, calendarId, part } of events) {
      const outcome = await this.accept(deletionOf(ids[part]!, { accountId, calendarId, now: this.clock() }));
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
