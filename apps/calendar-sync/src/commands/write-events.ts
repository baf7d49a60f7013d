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

/** A command with its trace context. */
export interface EventWrite {
  command: WriteEventCommand;
  traceparent?: string | undefined;
}

/**
 * The outcome of a write: `applied` to a calendar of the built-in provider, `stored` for another provider, `repeated`
 * if it was already handled, `nowhere` if its calendar was deleted.
 */
export type WriteOutcome = 'applied' | 'stored' | 'repeated' | 'nowhere';

/** An event after the writes decided so far. */
interface Current {
  found: Written;
  held: EventRow | undefined;
  writes: readonly Write[];
  /** Its latest decision, which `held` does not include yet. */
  stored?: Stored;
}

/** What the writes of one transaction store. */
interface Saving {
  stored: Stored[];
  forProviders: ProviderWrite[];
  dropped: WriteEventCommand[];
  gone: OutgoingMessage[];
}

const writeOf = ({ operation, change, accepted_at }: WriteEventCommand): Write => ({
  operation,
  change: change ?? null,
  accepted_at,
});

function updateOf({ command, traceparent }: EventWrite, { found, held }: Current): EventUpdate {
  const { event_uid, event_id, accepted_at } = command;
  return {
    eventUid: event_uid,
    uid: held?.uid ?? uidOf(event_uid),
    href: held?.href ?? null,
    etag: held?.etag ?? null,
    series: held?.series ?? null,
    command: command.command,
    acceptedAt: accepted_at,
    ...(found.profile.provider_name === 'kalends' ? { applied: writeOf(command) } : {}),
    ...(event_id === undefined ? {} : { eventId: event_id }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The calendar was deleted after the gateway checked: readers must not keep seeing the write. */
function recordOfGone({ command, traceparent }: EventWrite, revision: EpochMs): OutgoingMessage {
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

/** Decides one write after those before it; records the changes in `current` and `saving`. */
function decideWrite(
  write: EventWrite,
  current: Current | undefined,
  { saving, now }: { saving: Saving; now: EpochMs },
): WriteOutcome {
  const { command, traceparent = null } = write;
  if (!current || current.found.calendar.deleted) {
    saving.gone.push(recordOfGone(write, now));
    return 'nowhere';
  }
  const { calendar, profile } = current.found;
  if (current.stored) current.held = rowAfter(current.stored);
  delete current.stored;
  if (current.held && current.held.command >= command.command) return 'repeated';
  const isOwn = profile.provider_name === 'kalends';
  if (!isOwn) {
    current.writes = [...current.writes, writeOf(command)];
    saving.forProviders.push({ profile_id: profile.profile_id, traceparent, command });
  } else if (current.writes.length > 0) saving.dropped.push(command);
  const stored = decideEvent({ calendar, owner: profile, now }, updateOf(write, current), current);
  if (stored) {
    saving.stored.push(stored);
    current.stored = stored;
  }
  if (isOwn) current.writes = [];
  return isOwn ? 'applied' : 'stored';
}

/** The longest that the decisions of one transaction may take. */
const deadlineMs = 20_000;

/** When the writes are decided (epoch ms), and the state they are decided by, as read by `findWritten`. */
interface Deciding {
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
  { now, known }: Deciding,
): Promise<WriteOutcome[]> {
  const currents = new Map<string, Current>();
  for (const [key, found] of known) currents.set(key, { found, held: found.event ?? undefined, writes: found.writes });
  const saving: Saving = { stored: [], forProviders: [], dropped: [], gone: [] };
  const context = { saving, now };
  const turns = new Turns({ deadlineMs });
  const outcomes: WriteOutcome[] = [];
  for (const write of writes) {
    await turns.next();
    outcomes.push(decideWrite(write, currents.get(eventKey(write.command)), context));
  }
  if (saving.dropped.length > 0) await dropWrites(client, saving.dropped);
  if (saving.forProviders.length > 0) await storeWrites(client, saving.forProviders);
  await saveEvents(client, saving.stored, saving.gone);
  return outcomes;
}
