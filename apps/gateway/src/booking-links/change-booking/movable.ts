import type { EpochMs } from '@kalends/icalendar';
import type { Slot } from '../booking-link.js';
import type { Booked } from '../changeable.js';
import type { OfferedSlots, Search } from '../offered-slots.js';

/** Most excluded events of a query. */
const mostExcluded = 100;

/** The link as it offers times for what is booked on it: its own events, and their copies, make nobody busy. */
export function movable(link: Booked): Booked {
  const { definition, booking } = link;
  const own = [...new Set(booking.events.map(({ eventUid }) => eventUid))].map((event_uid) => ({ event_uid }));
  const excluded_events = [...own, ...(definition.availability.excluded_events ?? [])].slice(0, mostExcluded);
  return { ...link, definition: { ...definition, availability: { ...definition.availability, excluded_events } } };
}

/** The other times of a booked link. */
export class OtherSlots {
  constructor(
    private readonly slots: Pick<OfferedSlots, 'find' | 'first'>,
    private readonly booked: EpochMs,
  ) {}

  /** As {@link OfferedSlots.find}, without the time that is booked. */
  async find(link: Parameters<OfferedSlots['find']>[0], search: Search): Promise<Slot[]> {
    const found = await this.slots.find(link, { ...search, most: search.most + 1 });
    return found.filter(({ start }) => start !== this.booked).slice(0, search.most);
  }

  /** As {@link OfferedSlots.first}. */
  async first(link: Parameters<OfferedSlots['find']>[0], from: EpochMs): Promise<Slot | null> {
    const [slot] = await this.find(link, { from, to: Infinity, most: 1 });
    return slot ?? null;
  }
}
