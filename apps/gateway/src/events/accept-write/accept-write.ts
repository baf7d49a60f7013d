import { createHash } from 'node:crypto';
import type { CalendarRecord, EventChange, EventRecord, WriteEventCommand } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import { replaceOccurrences } from '../../read-model/replace-occurrences.js';
import { decideWrites, isSimple, type Decided } from './decide-writes.js';
import { loadWrites, type Loaded } from './load-writes.js';
import { saveWrites } from './save-writes.js';

export type WriteRefusal = 'unknown-calendar' | 'read-only-calendar';

/** A write that could not be decided or stored, and why; others of its transaction are accepted all the same. */
export class Failed {
  constructor(readonly error: unknown) {}
}

export type Outcome = 'accepted' | WriteRefusal | Failed;

/** One write as a use case decides it: the command for calendar-sync, and what readers see from now on. */
export interface Decision {
  operation: WriteEventCommand['operation'];
  change?: EventChange;
  record: EventRecord;
}

export interface WriteTarget {
  accountId: string;
  calendarId: string;
  /** The application's own id of the event, or the event_uid of one that it did not make. */
  event: { eventId: string } | { eventUid: string };
  /** Epoch ms. */
  now: number;
}

/**
 * Decides over the event as a reader sees it (null when there is none); null: nothing is to be done. Pure: it may be called
 * again when its transaction is retried. What it throws fails this write alone.
 */
export type Decide = (present: EventRecord | null, calendar: CalendarRecord, eventUid: string) => Decision | null;

export interface Write {
  target: WriteTarget;
  decide: Decide;
  /** Its event is to be a series, of which making the occurrences takes long. */
  isSeries?: boolean;
  /** W3C trace context of the request. */
  traceparent?: string;
}

/** The event_uid of an application's event: known before calendar-sync has heard of it. */
export function eventUidOf(calendarId: string, eventId: string): string {
  const digest = createHash('sha256').update(`${calendarId}\n${eventId}`).digest('hex');
  return `evt_${digest.slice(0, 24)}`;
}

export const uidOf = ({ calendarId, event }: WriteTarget) =>
  'eventUid' in event ? event.eventUid : eventUidOf(calendarId, event.eventId);

/** Writes that were sent, the last statement of which may not be answered yet: COMMIT can follow at once. */
export interface Sent<T> {
  result: T;
  last: Promise<unknown>;
}

/** Stores decided writes of one account, whose lock the caller's transaction holds. */
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
 * Accepts writes of one account in their order, in the caller's transaction, which holds the account's lock
 * ({@link lockAccount}) and has loaded under it what they are decided by ({@link loadWrites}): one statement stores the
 * commands and what readers see, and series take a constant number more. The outcomes are in the writes' order.
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

/** {@link sendWrites} of writes for which nothing is loaded yet, stored when it resolves. */
export async function acceptInto(client: PoolClient, writes: readonly Write[]): Promise<Outcome[]> {
  const { result, last } = await sendWrites(client, writes, await loadWrites(client, writes));
  await last;
  return result;
}
