import { createHash } from 'node:crypto';
import type { CalendarRecord, EventChange, EventRecord, WriteEventCommand } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import { replaceOccurrences } from '../../read-model/replace-occurrences.js';
import { decideWrites, isSimple, type Decided } from './decide-writes.js';
import { loadWrites, type Loaded } from './load-writes.js';
import { saveWrites } from './save-writes.js';

export type WriteRefusal = 'unknown-calendar' | 'read-only-calendar';

/** A write that could not be decided or stored, and why; others of its transaction are still accepted. */
export class Failed {
  constructor(readonly error: unknown) {}
}

export type Outcome = 'accepted' | WriteRefusal | Failed;

/** A write as decided by a use case: the command for calendar-sync, and the state that readers see from now on. */
export interface Decision {
  operation: WriteEventCommand['operation'];
  change?: EventChange;
  record: EventRecord;
}

/**
 * `unrestricted`: the user lets the application change events in it that others created (PERM-1). `provider`: that of its profile.
 */
export interface WrittenCalendar extends CalendarRecord {
  unrestricted: boolean;
  provider?: string | null;
}

export interface WriteTarget {
  accountId: string;
  calendarId: string;
  /** The application's own id of the event, or the event_uid of an event of someone else. */
  event: { eventId: string } | { eventUid: string };
  /** Epoch ms. */
  now: number;
}

/**
 * Decides on the event as a reader sees it (null when there is none); null: nothing to do. Pure: it may be called again when
 * its transaction is retried. If it throws, only this write fails.
 */
export type Decide = (present: EventRecord | null, calendar: WrittenCalendar, eventUid: string) => Decision | null;

export interface Write {
  target: WriteTarget;
  decide: Decide;
  /** Its event becomes a series, whose occurrences take long to create. */
  isSeries?: boolean;
  /** W3C trace context of the request. */
  traceparent?: string;
  /** Its X-Request-Id. */
  requestId?: string;
}

/** The event_uid of an application's event: known before calendar-sync receives it. */
export function eventUidOf(calendarId: string, eventId: string): string {
  const digest = createHash('sha256').update(`${calendarId}\n${eventId}`).digest('hex');
  return `evt_${digest.slice(0, 24)}`;
}

export const uidOf = ({ calendarId, event }: WriteTarget) =>
  'eventUid' in event ? event.eventUid : eventUidOf(calendarId, event.eventId);

/** Writes that were sent, the last statement possibly still unanswered: COMMIT can follow immediately. */
export interface Sent<T> {
  result: T;
  last: Promise<unknown>;
}

/** Stores decided writes of one account, which the caller's transaction has locked. */
async function saveOfAccount(client: PoolClient, { events, commands }: Decided, projection: Loaded) {
  const all = [...events.values()];
  const others = all.filter((event) => !isSimple(event));
  if (others[0]) {
    const records = others.map(({ record }) => record);
    await replaceOccurrences(client, projection, { accountId: others[0].record.account_id, records });
  }
  return saveWrites(client, { events: all, commands });
}

/**
 * Accepts writes of one account in order, in the caller's transaction, which has locked the account ({@link lockAccount})
 * and then loaded what the writes are decided by ({@link loadWrites}): one statement stores the commands and what readers
 * see; series need a constant number more. Outcomes are in the order of the writes.
 */
export async function sendWrites(
  client: PoolClient,
  writes: readonly Write[],
  loads: readonly Loaded[],
): Promise<Sent<Outcome[]>> {
  const decided = await decideWrites(writes, loads);
  const last = loads[0] && decided.commands.length > 0 ? await saveOfAccount(client, decided, loads[0]) : undefined;
  return { result: decided.outcomes, last: last?.sent ?? Promise.resolve() };
}

/** {@link sendWrites} including loading; resolves when stored. */
export async function acceptInto(client: PoolClient, writes: readonly Write[]): Promise<Outcome[]> {
  const { result, last } = await sendWrites(client, writes, await loadWrites(client, writes));
  await last;
  return result;
}
