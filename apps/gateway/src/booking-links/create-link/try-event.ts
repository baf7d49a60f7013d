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
import { partsOf, type LinkPart } from '../link-parts.js';
import type { LinkBody } from './definition.js';

type Errors = ValidationErrors['errors'];

/** Where the request has the event of a part. */
function fieldOf(body: LinkBody, { sequenceId }: LinkPart): string {
  const { availability } = body;
  if (!('sequence' in availability)) return 'event';
  const index = availability.sequence.findIndex(({ sequence_id }) => sequence_id === sequenceId);
  return availability.sequence[index]?.event ? `availability.sequence[${index}].event` : 'event';
}

/** What these calendars would refuse of the events, by member; nothing is stored. */
export async function tryEvents(
  pool: Pool,
  { definition, body }: { definition: LinkDefinition; body: LinkBody },
  now: EpochMs,
): Promise<Errors> {
  const errors: Errors = {};
  for (const part of partsOf(definition)) {
    const found = await tryEvent(pool, { part, definition }, now);
    for (const [member, refused] of Object.entries(found)) errors[`${fieldOf(body, part)}.${member}`] = refused;
  }
  return errors;
}

async function tryEvent(
  pool: Pool,
  { part, definition }: { part: LinkPart; definition: LinkDefinition },
  now: EpochMs,
): Promise<Errors> {
  const times = { start: now, end: now + part.duration * 60_000 };
  const sample = eventToWrite({ event: part.event, tzid: definition.tzid }, times, []);
  const writes = definition.targets.map((target) => upsertOf(sample, { ...target, now }));
  if (writes.length === 0) return {};
  const { outcomes } = await inTransaction(pool, async (client) =>
    decideWrites(writes, await loadWrites(client, writes)),
  );
  for (const outcome of outcomes) {
    if (!(outcome instanceof Failed)) continue;
    const { error } = outcome;
    if (!(error instanceof Refusal) || error.getStatus() !== 422) throw error;
    return (error.getResponse() as ValidationErrors).errors;
  }
  return {};
}
