import type { ValidationErrors } from '@kalends/public-api';
import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { decideWrites } from '../../events/accept-write/decide-writes.js';
import { loadWrites } from '../../events/accept-write/load-writes.js';
import { Failed } from '../../events/accept-write/write.js';
import { upsertOf } from '../../events/accept-write/writes-of.js';
import { Refusal } from '../../http/refusals.js';
import { eventToWrite } from '../booked-event.js';
import type { LinkDefinition } from '../booking-link.js';

/** What these calendars would refuse of the event, by member; nothing is stored. */
export async function tryEvent(
  pool: Pool,
  { event, tzid, targets, availability }: LinkDefinition,
  now: EpochMs,
): Promise<ValidationErrors['errors']> {
  const times = { start: now, end: now + availability.required_duration * 60_000 };
  const sample = eventToWrite({ event, tzid }, times, []);
  const writes = targets.map((target) => upsertOf(sample, { ...target, now }));
  if (writes.length === 0) return {};
  const { outcomes } = await inTransaction(pool, async (client) =>
    decideWrites(writes, await loadWrites(client, writes)),
  );
  for (const outcome of outcomes) {
    if (!(outcome instanceof Failed)) continue;
    const { error } = outcome;
    if (!(error instanceof Refusal) || error.getStatus() !== 422) throw error;
    const { errors } = error.getResponse() as ValidationErrors;
    return Object.fromEntries(Object.entries(errors).map(([field, found]) => [`event.${field}`, found]));
  }
  return {};
}
