import type { BookableEventReply } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';
import { pagesOf, type RegistrationPage } from './registration-pages.js';

type Found = Extract<BookableEventReply, { outcome: 'event' }>;

const presentRegistration = ({ metadata, ...rest }: Found['registrations'][number]) => ({
  ...rest,
  metadata: Object.fromEntries(metadata.map(({ name, value }) => [name, value])),
});

/** A bookable event with a page of its registrations; UTC. `base`: the address of its pages. */
export function presentBookableEvent({ event, registrations, next }: Found, page: RegistrationPage, base: string) {
  const { bookable_event_id, start, end, status, capacity, registered_count, total_count } = event;
  const pages = pagesOf(page, total_count, { after: next, base });
  return {
    bookable_event_id,
    start: toIso(start),
    end: toIso(end),
    status,
    registration: {
      ...{ capacity, registered_count, total_count },
      registrations: registrations.map(presentRegistration),
      pages,
    },
  };
}
