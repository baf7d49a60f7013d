import { Inject, Injectable } from '@nestjs/common';
import type { AvailabilityBody } from '@kalends/public-api';
import type { EpochMs } from '@kalends/icalendar';
import { QueryAvailability } from '../availability/query-availability/query-availability.js';
import { clockToken, type Clock } from '../http/injection-tokens.js';
import { Refusal } from '../http/refusals.js';
import type { BookingLink, Slot } from './booking-link.js';
import { withinWindow, type Window } from './window.js';

/** What a search for slots of a link is about. */
export interface Search extends Window {
  /** At most so many. */
  most: number;
  /** The hold of the meeting itself. */
  ignoredHold?: string;
}

type Searched = Pick<BookingLink, 'clientId' | 'definition'>;

/** The times of a booking link: the same instants as `POST /v1/availability` answers, from now and the minimum notice on. */
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
  async find(link: Searched, { most, ignoredHold, ...window }: Search): Promise<Slot[]> {
    const { availability, minimumNotice } = link.definition;
    const earliest = this.clock() + minimumNotice * 60_000;
    const limit = availability.max_results ?? null;
    const from = limit === null ? Math.max(window.from, earliest) : earliest;
    const to = limit === null ? window.to : Infinity;
    const body = withinWindow(availability, { from, to }, limit ?? most);
    if (!body) return [];
    const found = await this.search(link.clientId, body, ignoredHold);
    const offered = found.filter(({ start }) => start >= earliest).slice(0, limit ?? found.length);
    return offered.filter(({ start }) => start >= window.from && start < window.to).slice(0, most);
  }

  /** The earliest slot from an instant on. */
  async first(link: Searched, from: EpochMs): Promise<Slot | null> {
    const [slot] = await this.find(link, { from, to: Infinity, most: 1 });
    return slot ?? null;
  }

  private async search(clientId: string, body: AvailabilityBody, ignoredHold: string | undefined): Promise<Slot[]> {
    try {
      const options = ignoredHold === undefined ? {} : { ignoredHold };
      const reply = await this.query.single({ clientId }, body, options);
      if (reply.outcome !== 'found') throw new Error(`availability answered ${reply.outcome} to a single query`);
      return reply.found.map(({ start, end, participants }) => ({
        start,
        end,
        subs: participants.map((place) => reply.people[place]!),
      }));
    } catch (error) {
      if (error instanceof Refusal && error.getStatus() === 422) return [];
      throw error;
    }
  }
}
