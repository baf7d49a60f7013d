import type { EventRecord, WriteEventCommand } from '@kalends/contracts';
import { nextRevision, recordAfterWrite, uidOfCreated, type AcceptedWrite } from '@kalends/event-writes';
import type { EpochMs } from '@kalends/icalendar';
import type { OutgoingMessage } from '@kalends/messaging';
import { TimeSlices } from '@kalends/service-runtime';
import type { PoolClient } from 'pg';
import { appliesAsDecided } from './as-decided.js';
import { deletionMessage, writtenMessage } from './written-message.js';
import {
  eventKey,
  findPublished,
  saveWritten,
  type ProviderWrite,
  type Written,
  type WrittenRecord,
} from './written-events.queries.js';

/** A command with the trace context and the id of its request. */
export interface EventWrite {
  command: WriteEventCommand;
  traceparent?: string | undefined;
  requestId?: string | undefined;
}

/**
 * The outcome of a write: `applied` to a calendar of the built-in provider, `stored` for another provider, `repeated`
 * if it was already handled, `discarded` if its calendar was deleted.
 */
export type WriteOutcome = 'applied' | 'stored' | 'repeated' | 'discarded';

/** An event after the writes handled so far. */
interface EventState {
  stored: Written;
  revision: number;
  command: number;
  /** Its record; undefined: not needed so far. */
  record?: EventRecord | null;
  written?: WrittenRecord;
}

interface Effects {
  forProviders: ProviderWrite[];
  settled: WriteEventCommand[];
  messages: OutgoingMessage[];
}

const stateOf = (stored: Written): EventState => ({
  stored,
  revision: stored.event?.revision ?? 0,
  command: stored.event?.command ?? 0,
});

const writeOf = ({ operation, change, accepted_at }: WriteEventCommand): AcceptedWrite => ({
  operation,
  change: change ?? null,
  accepted_at,
});

/** Events whose stored records are needed: of these at least one write was decided on another record than the one before it. */
function decidedAgain(writes: readonly EventWrite[], known: ReadonlyMap<string, Written>): WriteEventCommand[] {
  const revisions = new Map<string, number>();
  const again = new Map<string, WriteEventCommand>();
  for (const { command } of writes) {
    const key = eventKey(command);
    const stored = known.get(key);
    if (!stored || command.command <= (stored.event?.command ?? 0)) continue;
    const revision = revisions.get(key) ?? stored.event?.revision ?? 0;
    if (appliesAsDecided(command, stored, revision)) revisions.set(key, command.decided!.record.revision);
    else if (stored.event && !revisions.has(key)) again.set(key, command);
  }
  return [...again.values()];
}

/** The record after a write that the gateway decided on another record than the present one. */
function decideAgain(command: WriteEventCommand, { stored, record, revision }: EventState, now: EpochMs): EventRecord {
  const { account_id, calendar_id, event_uid, decided } = command;
  const event_id = command.event_id ?? stored.event?.event_id ?? undefined;
  const place = { account_id, calendar_id, event_uid, ...(event_id === undefined ? {} : { event_id }) };
  const { tzid: floating_tzid } = stored.calendar;
  const { own_addresses } = stored.profile;
  const after = recordAfterWrite(record ?? null, writeOf(command), { ...place, floating_tzid, own_addresses });
  // never that of the gateway's record, which is another one
  const later = Math.max(nextRevision(revision, now), (decided?.record.revision ?? 0) + 1);
  return { ...after, command: command.command, revision: later };
}

/** Handles one write after those before it; records the changes in `state` and `effects`. */
function handleWrite(
  write: EventWrite,
  state: EventState | undefined,
  { effects, now }: { effects: Effects; now: EpochMs },
): WriteOutcome {
  const { command, traceparent = null, requestId: request_id = null } = write;
  if (!state || state.stored.calendar.deleted) {
    const revision = Math.max(now, command.decided?.record.revision ?? 0);
    effects.messages.push(deletionMessage(command, revision + 1, write));
    return 'discarded';
  }
  const { stored } = state;
  if (state.command >= command.command) return 'repeated';
  const record = appliesAsDecided(command, stored, state.revision)
    ? command.decided!.record
    : decideAgain(command, state, now);
  const isBuiltIn = stored.profile.provider_name === 'kalends';
  if (!isBuiltIn)
    effects.forProviders.push({ profile_id: stored.profile.profile_id, traceparent, request_id, command });
  else if (stored.waits) effects.settled.push(command);
  const { message, text } = writtenMessage(record, write);
  effects.messages.push(message);
  const uid = stored.event?.uid ?? uidOfCreated(command.event_uid);
  Object.assign(state, { record, revision: record.revision, command: record.command });
  state.written = { record, text, uid, isBuiltIn };
  return isBuiltIn ? 'applied' : 'stored';
}

/** The longest that the decisions of one transaction may take. */
const deadlineMs = 20_000;

/** When the writes are handled (epoch ms), and what `findWritten` has read. */
interface HandleContext {
  now: EpochMs;
  known: ReadonlyMap<string, Written>;
}

/**
 * Handles writes in order, with the same statements for several accounts, in the caller's transaction, which must have
 * locked the accounts. What the gateway decided is published as it is, unless the event has changed since; then the write is
 * decided again. Writes to the built-in provider are applied immediately, others are stored for their providers. A repeated
 * write changes nothing. Returns the outcome of each write.
 */
export async function writeEvents(
  client: PoolClient,
  writes: readonly EventWrite[],
  { now, known }: HandleContext,
): Promise<WriteOutcome[]> {
  const published = await findPublished(client, decidedAgain(writes, known));
  const states = new Map([...known].map(([key, stored]) => [key, stateOf(stored)]));
  for (const [key, record] of published) states.get(key)!.record = record;
  const effects: Effects = { forProviders: [], settled: [], messages: [] };
  const slices = new TimeSlices({ deadlineMs });
  const outcomes: WriteOutcome[] = [];
  for (const write of writes) {
    await slices.next();
    outcomes.push(handleWrite(write, states.get(eventKey(write.command)), { effects, now }));
  }
  const records = [...states.values()].flatMap(({ written }) => written ?? []);
  if (effects.messages.length > 0) await saveWritten(client, { ...effects, records });
  return outcomes;
}
