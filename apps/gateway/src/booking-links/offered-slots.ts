import { Inject, Injectable } from '@nestjs/common';
import type { EpochMs } from '@kalends/icalendar';
import type { AvailabilityBody } from '@kalends/public-api';
import { QueryAvailability } from '../availability/query-availability/query-availability.js';
import { clockToken, type Clock } from '../http/injection-tokens.js';
import { Refusal } from '../http/refusals.js';
import type { BookingLink, SequenceQuery, Slot } from './booking-link.js';
import { isSequence, slotOf } from './link-parts.js';
import { sequenceWithinWindow, withinWindow, type Window } from './window.js';

/** What a search for slots of a link is about. */
export interface Search extends Window {
  /** At most so many. */
  most: number;
  /** The holds of the meeting itself, one for each part. */
  ignoredHolds?: readonly string[];
}

type Searched = Pick<BookingLink, 'clientId' | 'definition'>;

/**
 * The times of a booking link: the same instants as `POST /v1/availability` answers, or those at which a sequence can begin, from now and
 * the minimum notice on.
 */
@Injectable()
export class OfferedSlots {
  constructor(
    @Inject(QueryAvailability) private readonly query: QueryAvailability,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /**
   * Slots that start in `[from, to)`, ascending. None if an account is no longer there: nobody can be met then. Throws the
   * Refusals 429, 503 and 504.
   */
  async find(link: Searched, { most, ignoredHolds = [], ...window }: Search): Promise<Slot[]> {
    const { availability, minimumNotice } = link.definition;
    const earliest = this.clock() + minimumNotice * 60_000;
    const limit = availability.max_results ?? null;
    const from = limit === null ? Math.max(window.from, earliest) : earliest;
    const to = limit === null ? window.to : Infinity;
    const found = await this.search(link, { from, to, most: limit ?? most, ignoredHolds });
    const offered = found.filter(({ start }) => start >= earliest).slice(0, limit ?? found.length);
    return offered.filter(({ start }) => start >= window.from && start < window.to).slice(0, most);
  }

  /** The earliest slot from an instant on. */
  async first(link: Searched, from: EpochMs): Promise<Slot | null> {
    const [slot] = await this.find(link, { from, to: Infinity, most: 1 });
    return slot ?? null;
  }

  private async search(link: Searched, search: Required<Search>): Promise<Slot[]> {
    const { availability } = link.definition;
    try {
      return await (isSequence(availability)
        ? this.sequences(link.clientId, availability, search)
        : this.single(link.clientId, availability, search));
    } catch (error) {
      if (error instanceof Refusal && error.getStatus() === 422) return [];
      throw error;
    }
  }

  private async single(clientId: string, query: AvailabilityBody, { most, ignoredHolds, ...window }: Required<Search>) {
    const body = withinWindow(query, window, most);
    if (!body) return [];
    const [ignoredHold] = ignoredHolds;
    const reply = await this.query.single({ clientId }, body, ignoredHold === undefined ? {} : { ignoredHold });
    if (reply.outcome !== 'found') throw new Error(`availability answered ${reply.outcome} to a single query`);
    return reply.found.map((one) => slotOf([timeOf(one, reply.people)]));
  }

  private async sequences(clientId: string, query: SequenceQuery, { most, ignoredHolds, ...window }: Required<Search>) {
    const body = sequenceWithinWindow(query, window, most);
    if (!body) return [];
    const reply = await this.query.sequenced({ clientId }, body, { isOnePerStart: true, ignoredHolds });
    if (reply.outcome !== 'sequences') throw new Error(`availability answered ${reply.outcome} to a sequenced query`);
    const slots = reply.sequences.map((steps) => slotOf(steps.map((one) => timeOf(one, reply.people))));
    // a release before this one returns every sequence
    return slots.filter(({ start }, n) => n === 0 || start !== slots[n - 1]!.start);
  }
}

type Found = { start: EpochMs; end: EpochMs; participants: number[] };

const timeOf = ({ start, end, participants }: Found, people: readonly string[]) => ({
  start,
  end,
  subs: participants.map((place) => people[place]!),
});
