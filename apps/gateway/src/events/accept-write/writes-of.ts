import type { UpsertEventBody } from '@kalends/contracts';
import type { Write, WriteTarget } from './accept-write.js';
import { decideDelete } from './decide-delete.js';
import { decideUpsert } from './decide-upsert.js';

type Place = Omit<WriteTarget, 'event'>;

/** The write that a valid body requests. */
export function upsertOf(body: UpsertEventBody, place: Place): Write {
  const target = { ...place, event: { eventId: body.event_id } };
  return { target, decide: decideUpsert(body, place.accountId, place.now), isSeries: Boolean(body.recurrence) };
}

export const deletionOf = (eventId: string, place: Place): Write => ({
  target: { ...place, event: { eventId } },
  decide: decideDelete,
});
