import { createHash } from 'node:crypto';
import {
  calendarCommand,
  type CalendarRecord,
  type EventChange,
  type EventRecord,
  type WriteEventCommand,
} from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { inTransaction } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import { lockAccount, readProjection, replaceOccurrences } from '../read-model/replace-occurrences.js';

export type WriteRefusal = 'unknown-calendar' | 'read-only-calendar';

/** One write as a use case decides it: what is told to calendar-sync, and what readers see from now on. */
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

/** Decides over the event as a reader sees it (null when there is none); null: nothing is to be done. */
export type Decide = (present: EventRecord | null, calendar: CalendarRecord, eventUid: string) => Decision | null;

/** The event_uid of an application's event: known before calendar-sync has heard of it. */
export function eventUidOf(calendarId: string, eventId: string): string {
  const digest = createHash('sha256').update(`${calendarId}\n${eventId}`).digest('hex');
  return `evt_${digest.slice(0, 24)}`;
}

async function findCalendar(client: PoolClient, accountId: string, calendarId: string): Promise<CalendarRecord | null> {
  const { rows } = await client.query<{ record: CalendarRecord }>({
    name: 'find-calendar',
    text: `SELECT record FROM calendar_state JOIN projection USING (generation)
           WHERE calendar_id = $1 AND account_id = $2
           UNION ALL SELECT record FROM pending_calendar WHERE calendar_id = $1 AND account_id = $2 LIMIT 1`,
    values: [calendarId, accountId],
  });
  const record = rows[0]?.record;
  return record && !record.deleted ? record : null;
}

async function findVisible(client: PoolClient, calendarId: string, eventUid: string): Promise<EventRecord | null> {
  const { rows } = await client.query<{ record: EventRecord }>({
    name: 'find-visible-event',
    text: `SELECT record FROM pending_write WHERE calendar_id = $1 AND event_uid = $2
           UNION ALL SELECT record FROM event_state JOIN projection USING (generation)
           WHERE calendar_id = $1 AND event_uid = $2 LIMIT 1`,
    values: [calendarId, eventUid],
  });
  return rows[0]?.record ?? null;
}

async function save(client: PoolClient, target: WriteTarget, decision: Decision, command: number) {
  const { accountId, calendarId, event, now } = target;
  const eventId = 'eventId' in event ? event.eventId : (decision.record.event_id ?? null);
  const record: EventRecord = { ...decision.record, command, changed_at: now };
  await client.query({
    name: 'save-pending-write',
    text: `INSERT INTO pending_write
             (calendar_id, event_uid, account_id, event_id, command, deleted, changed_ms, record, accepted_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7)
           ON CONFLICT (calendar_id, event_uid) DO UPDATE SET
             command = excluded.command, deleted = excluded.deleted, changed_ms = excluded.changed_ms,
             record = excluded.record, accepted_at = excluded.accepted_at`,
    values: [calendarId, record.event_uid, accountId, eventId, command, record.deleted, now, JSON.stringify(record)],
  });
  const { generation, horizon_from, horizon_target } = await readProjection(client);
  await replaceOccurrences(client, generation, accountId, [record], { start: horizon_from, end: horizon_target });
  const told: WriteEventCommand = {
    kind: 'write-event',
    account_id: accountId,
    calendar_id: calendarId,
    event_uid: record.event_uid,
    ...(eventId === null ? {} : { event_id: eventId }),
    command,
    operation: decision.operation,
    ...(decision.change ? { change: decision.change } : {}),
    accepted_at: now,
  };
  await addToOutbox(sqlOf(client), [message(calendarCommand, told)]);
}

const uidOfTarget = ({ calendarId, event }: WriteTarget) =>
  'eventUid' in event ? event.eventUid : eventUidOf(calendarId, event.eventId);

/** {@link acceptWrite} inside the caller's transaction, which holds the account's lock ({@link lockAccount}). */
export async function acceptInto(
  client: PoolClient,
  target: WriteTarget,
  decide: Decide,
): Promise<'accepted' | WriteRefusal> {
  const calendar = await findCalendar(client, target.accountId, target.calendarId);
  if (!calendar) return 'unknown-calendar';
  if (calendar.calendar_readonly) return 'read-only-calendar';
  const eventUid = uidOfTarget(target);
  const decision = decide(await findVisible(client, target.calendarId, eventUid), calendar, eventUid);
  if (!decision) return 'accepted';
  const { rows } = await client.query<{ command: number }>("SELECT nextval('write_command') AS command");
  await save(client, target, decision, rows[0]!.command);
  return 'accepted';
}

/**
 * Accepts a write to an event: load, decide, then the numbered command in the outbox and what readers see in ONE
 * transaction under the account's lock. The caller wakes the outbox relay afterwards.
 */
export async function acceptWrite(pool: Pool, target: WriteTarget, decide: Decide): Promise<'accepted' | WriteRefusal> {
  return inTransaction(pool, async (client) => {
    await lockAccount(client, target.accountId);
    return acceptInto(client, target, decide);
  });
}
