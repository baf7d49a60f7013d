import { calendarState, type EventRecord, type WriteEventCommand } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import { message, type OutgoingMessage } from '@kalends/messaging';
import { Turns } from '@kalends/service-runtime';
import type { PoolClient } from 'pg';
import { uidOf } from '../providers/port/event-uid.js';
import { decideEvent, rowAfter, type EventUpdate, type Stored } from '../published-state/decide-event.js';
import type { Write } from '../published-state/overlay.js';
import { saveEvents } from '../published-state/publish-events.js';
import type { EventRow } from '../published-state/rows.js';
import { dropWrites, eventKey, storeWrites, type ProviderWrite, type Written } from './written-events.queries.js';

/** A command with the trace context and the id of its request. */
export interface EventWrite {
  command: WriteEventCommand;
  traceparent?: string | undefined;
  requestId?: string | undefined;
}

/**
 * The outcome of a write: `applied` to a calendar of the built-in provider, `stored` for another provider, `repeated`
 * if it was already handled, `nowhere` if its calendar was deleted.
 */
export type WriteOutcome = 'applied' | 'stored' | 'repeated' | 'nowhere';

/** An event after the writes decided so far. */
interface Current {
  found: Written;
  row: EventRow | undefined;
  writes: readonly Write[];
  /** Its latest decision, which `row` does not include yet. */
  stored?: Stored;
}

/** What the writes of one transaction store. */
interface WriteEffects {
  stored: Stored[];
  forProviders: ProviderWrite[];
  dropped: WriteEventCommand[];
  deletions: OutgoingMessage[];
}

const writeOf = ({ operation, change, accepted_at }: WriteEventCommand): Write => ({
  operation,
  change: change ?? null,
  accepted_at,
});

function updateOf({ command, traceparent }: EventWrite, { found, row }: Current): EventUpdate {
  const { event_uid, event_id, accepted_at } = command;
  return {
    eventUid: event_uid,
    uid: row?.uid ?? uidOf(event_uid),
    href: row?.href ?? null,
    etag: row?.etag ?? null,
    series: row?.series ?? null,
    command: command.command,
    acceptedAt: accepted_at,
    ...(found.profile.provider_name === 'kalends' ? { applied: writeOf(command) } : {}),
    ...(event_id === undefined ? {} : { eventId: event_id }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The calendar was deleted after the gateway checked: readers must not keep seeing the write. */
function deletionRecord({ command, traceparent }: EventWrite, revision: EpochMs): OutgoingMessage {
  const record: EventRecord = {
    kind: 'event',
    account_id: command.account_id,
    calendar_id: command.calendar_id,
    event_uid: command.event_uid,
    revision,
    command: command.command,
    deleted: true,
    changed_at: revision,
    elsewhere_revision: revision,
    floating_tzid: 'Etc/UTC',
    own_addresses: [],
    series: { uid: uidOf(command.event_uid), master: null, overrides: [] },
  };
  return message(calendarState, record, traceparent === undefined ? {} : { traceparent });
}

/** Decides one write after those before it; records the changes in `current` and `effects`. */
function decideWrite(
  write: EventWrite,
  current: Current | undefined,
  { effects, now }: { effects: WriteEffects; now: EpochMs },
): WriteOutcome {
  const { command, traceparent = null, requestId: request_id = null } = write;
  if (!current || current.found.calendar.deleted) {
    effects.deletions.push(deletionRecord(write, now));
    return 'nowhere';
  }
  const { calendar, profile } = current.found;
  if (current.stored) current.row = rowAfter(current.stored);
  delete current.stored;
  if (current.row && current.row.command >= command.command) return 'repeated';
  const isOwn = profile.provider_name === 'kalends';
  if (!isOwn) {
    current.writes = [...current.writes, writeOf(command)];
    effects.forProviders.push({ profile_id: profile.profile_id, traceparent, request_id, command });
  } else if (current.writes.length > 0) effects.dropped.push(command);
  const stored = decideEvent({ calendar, owner: profile, now }, updateOf(write, current), current);
  if (stored) {
    effects.stored.push(stored);
    current.stored = stored;
  }
  if (isOwn) current.writes = [];
  return isOwn ? 'applied' : 'stored';
}

/** The longest that the decisions of one transaction may take. */
const deadlineMs = 20_000;

/** When the writes are decided (epoch ms), and the state they are decided by, as read by `findWritten`. */
interface DecisionContext {
  now: EpochMs;
  known: Map<string, Written>;
}

/**
 * Applies writes in order, with the same statements for several accounts, in the caller's transaction, which must have
 * locked the accounts. Writes to the built-in provider are applied immediately, others are stored for their providers;
 * both are published for readers. A repeated write changes nothing. Returns the outcome of each write.
 */
export async function writeEvents(
  client: PoolClient,
  writes: readonly EventWrite[],
  { now, known }: DecisionContext,
): Promise<WriteOutcome[]> {
  const currents = new Map<string, Current>();
  for (const [key, found] of known) currents.set(key, { found, row: found.event ?? undefined, writes: found.writes });
  const effects: WriteEffects = { stored: [], forProviders: [], dropped: [], deletions: [] };
  const context = { effects, now };
  const turns = new Turns({ deadlineMs });
  const outcomes: WriteOutcome[] = [];
  for (const write of writes) {
    await turns.next();
    outcomes.push(decideWrite(write, currents.get(eventKey(write.command)), context));
  }
  if (effects.dropped.length > 0) await dropWrites(client, effects.dropped);
  if (effects.forProviders.length > 0) await storeWrites(client, effects.forProviders);
  await saveEvents(client, effects.stored, effects.deletions);
  return outcomes;
}
