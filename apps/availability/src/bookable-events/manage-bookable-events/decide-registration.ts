import type { BookableEvent, BookableEventReply } from '@kalends/contracts';

/** Most registrations of one event, of any status. */
export const maxRegistrations = 10_000;

type Status = 'pending' | 'accepted' | 'tentative' | 'declined';
type Refused = Extract<BookableEventReply, { outcome: 'capacity-exceeded' | 'cancelled' | 'too-many' }>;

type Counted = Pick<BookableEvent, 'status' | 'capacity' | 'registered_count' | 'total_count'>;

const taken = (status: Status | null): number => (status === 'accepted' ? 1 : 0);

/**
 * Whether a registration may get this status, `present` being its current one (null: there is none); the event's row is locked.
 * One that declines is always allowed, if it exists already.
 */
export function decideRegistration(event: Counted, present: Status | null, status: Status): Refused | 'allowed' {
  if (event.status === 'cancelled' && !(present !== null && status === 'declined')) return { outcome: 'cancelled' };
  if (present === null && event.total_count >= maxRegistrations) return { outcome: 'too-many' };
  const { registered_count, capacity } = event;
  const after = registered_count - taken(present) + taken(status);
  const isMore = after > registered_count;
  if (isMore && capacity !== null && after > capacity) return { outcome: 'capacity-exceeded', registered_count };
  return 'allowed';
}
