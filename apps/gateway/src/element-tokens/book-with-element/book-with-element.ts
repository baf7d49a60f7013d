import { Inject, Injectable } from '@nestjs/common';
import { holdQuery, type Hold } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { ConfirmHold } from '../../availability/hold-time/confirm-hold.js';
import { QueryAvailability } from '../../availability/query-availability/query-availability.js';
import { withinWindow } from '../../booking-links/window.js';
import { eventUidOf } from '../../events/accept-write/write.js';
import type { CallingApplication } from '../../http/api-key.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { clockToken, poolToken, requestToken, type Clock } from '../../http/injection-tokens.js';
import { forbidden, insufficientScope, Refusal } from '../../http/refusals.js';
import type { SealedBooking } from '../../tokens/element-token.js';
import { covers } from '../../tokens/parse-scope.js';
import { findBooked } from './book-with-element.queries.js';

/** Why a page gets no time: its 409. */
export type NotBooked = 'taken' | 'expired' | 'booked';

interface Slot {
  start: EpochMs;
  end: EpochMs;
  subs: string[];
}

const holdSeconds = 300;

/** The booking of a token whose user still allows the event to be written. */
function bookingOf({ element }: CallingApplication): SealedBooking {
  const booking = element!.booking!;
  const scope = element!.scopes.get(booking.sub);
  if (!scope) throw forbidden(`The access of ${booking.sub} has ended since the element token was requested.`);
  if (!covers(scope, 'create_event')) throw insufficientScope(['create_event']);
  return booking;
}

/** Books the one event of an element token: at a time that its own query offers, through the token's only hold. */
@Injectable()
export class BookWithElement {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(QueryAvailability) private readonly query: QueryAvailability,
    @Inject(ConfirmHold) private readonly holds: ConfirmHold,
  ) {}

  /** `start`: what the page sent, trusted in nothing. Throws the Refusals of an availability query. */
  async place(application: CallingApplication, start: EpochMs): Promise<Hold | 'taken' | 'booked'> {
    const booking = bookingOf(application);
    if (await this.booked(booking)) return 'booked';
    const slot = await this.offered(application, booking, start);
    if (!slot) return 'taken';
    await this.end(application.clientId, booking.holdId);
    const hold = await this.hold(application.clientId, booking.holdId, slot);
    if (!hold) return 'taken';
    const checked = await this.offered(application, booking, start);
    if (checked?.subs.join() === slot.subs.join()) return hold;
    await this.end(application.clientId, booking.holdId);
    return 'taken';
  }

  /** Writes the event of the token at the time of its hold. Throws the Refusals of an upsert. */
  async confirm(application: CallingApplication): Promise<Pick<Slot, 'start' | 'end'> | 'expired' | 'booked'> {
    const { holdId, calendar_id, event, ...booking } = bookingOf(application);
    const { clientId, plan } = application;
    const event_uid = eventUidOf(calendar_id, event.event_id);
    const pin = { kind: 'pin', client_id: clientId, hold_id: holdId, calendar_id, event_uid } as const;
    const pinned = await requestOrThrow(this.client, holdQuery, pin);
    const booked = await this.booked({ ...booking, calendar_id, event });
    if (pinned.outcome !== 'held') return booked ? 'booked' : 'expired';
    const { start, end } = pinned.hold;
    if (booked?.start === start && booked.end === end) return { start, end };
    if (booked) {
      await this.end(clientId, holdId);
      return 'booked';
    }
    const confirmed = await this.holds.confirm({ clientId, plan }, holdId, { calendar_id, event: event as never });
    return confirmed === 'confirmed' ? { start, end } : 'expired';
  }

  /** A hold whose event has been confirmed stays until the event is in its calendar. */
  async release(application: CallingApplication): Promise<void> {
    const booking = bookingOf(application);
    if (!(await this.booked(booking))) await this.end(application.clientId, booking.holdId);
  }

  private booked({ calendar_id, event }: Omit<SealedBooking, 'holdId'>) {
    return findBooked(this.pool, calendar_id, eventUidOf(calendar_id, event.event_id));
  }

  private async end(client_id: string, hold_id: string): Promise<void> {
    await requestOrThrow(this.client, holdQuery, { kind: 'release', client_id, hold_id });
  }

  /** Blocks the time for other holds only: which events count, the query decides. */
  private async hold(client_id: string, hold_id: string, { start, end, subs }: Slot): Promise<Hold | null> {
    const members = subs.map((sub) => ({ sub, calendar_ids: [] }));
    const overlay = { calendars: [], events: [] };
    const place = { kind: 'place', client_id, hold_id, members, start, end, overlay } as const;
    const reply = await requestOrThrow(this.client, holdQuery, { ...place, ttl_seconds: holdSeconds });
    if (reply.outcome === 'different-hold' && reply.full !== undefined)
      throw new Refusal(503, { error: 'unavailable', description: 'The application has too many holds.' });
    return reply.outcome === 'held' ? reply.hold : null;
  }

  /** The slot that the token's query offers at a start, the token's own hold aside; one in the past is none. */
  private async offered(
    application: CallingApplication,
    { availability, holdId }: SealedBooking,
    start: EpochMs,
  ): Promise<Slot | null> {
    if (start < this.clock()) return null;
    const limit = availability.max_results ?? null;
    const from = limit === null ? start : -Infinity;
    const body = withinWindow(availability, { from, to: limit === null ? start + 1 : Infinity }, limit ?? 1);
    if (!body) return null;
    const reply = await this.query.single(application, body, { ignoredHold: holdId });
    if (reply.outcome !== 'found') throw new Error(`availability answered ${reply.outcome} to a single query`);
    const found = reply.found.find((one) => one.start === start);
    return found ? { start, end: found.end, subs: found.participants.map((place) => reply.people[place]!) } : null;
  }
}
