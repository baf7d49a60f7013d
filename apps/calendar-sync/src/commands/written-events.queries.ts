import type { EventRecord, WriteEventCommand } from '@kalends/contracts';
import { outboxInsert, type OutgoingMessage } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import type { PendingWriteRow } from '../published-state/rows.js';

/** An event that commands write, as stored before them. */
export interface Written {
  calendar: { calendar_id: string; tzid: string; deleted: boolean };
  profile: { profile_id: string; provider_name: string; own_addresses: string[] };
  /** Null: it does not exist yet. `uid`: at its provider. */
  event: { uid: string; event_id: string | null; revision: number; command: number } | null;
  /** Earlier writes are pending that its provider has not accepted yet. */
  waits: boolean;
}

type Key = Pick<WriteEventCommand, 'calendar_id' | 'event_uid'>;

/** Identifies an event across all calendars. */
export const eventKey = ({ calendar_id, event_uid }: Key): string => `${calendar_id}/${event_uid}`;

const columnsOf = (keys: readonly Key[]) => [
  keys.map(({ calendar_id }) => calendar_id),
  keys.map(({ event_uid }) => event_uid),
];

const findSql = `
  SELECT wanted.calendar_id, wanted.event_uid,
         json_build_object('calendar_id', calendar.calendar_id, 'tzid', calendar.tzid, 'deleted', calendar.deleted) AS calendar,
         json_build_object('profile_id', profile.profile_id, 'provider_name', profile.provider_name,
                           'own_addresses', profile.own_addresses) AS profile,
         CASE WHEN event.uid IS NOT NULL THEN
           json_build_object('uid', event.uid, 'event_id', event.event_id, 'revision', event.revision,
                             'command', event.command) END AS event,
         EXISTS (SELECT FROM pending_write WHERE pending_write.calendar_id = wanted.calendar_id
                   AND pending_write.event_uid = wanted.event_uid) AS waits
  FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS named (calendar_id, event_uid)) AS wanted
  JOIN calendar ON calendar.calendar_id = wanted.calendar_id JOIN profile USING (profile_id)
  LEFT JOIN event ON event.calendar_id = wanted.calendar_id AND event.event_uid = wanted.event_uid`;

/** What commands are decided by, by {@link eventKey}, under the accounts' locks; no entry if the calendar is unknown. */
export async function findWritten(client: PoolClient, commands: readonly Key[]): Promise<Map<string, Written>> {
  const query = { name: 'find-written-events', text: findSql, values: columnsOf(commands) };
  const { rows } = await client.query<Written & Key>(query);
  return new Map(rows.map((row) => [eventKey(row), row]));
}

const publishedSql = `
  SELECT calendar_id, event_uid, published
  FROM unnest($1::text[], $2::text[]) AS wanted (calendar_id, event_uid) JOIN event USING (calendar_id, event_uid)`;

/** The last published records of events, by {@link eventKey}. */
export async function findPublished(client: PoolClient, keys: readonly Key[]): Promise<Map<string, EventRecord>> {
  if (keys.length === 0) return new Map();
  const query = { name: 'find-published-events', text: publishedSql, values: columnsOf(keys) };
  const { rows } = await client.query<Key & { published: EventRecord }>(query);
  return new Map(rows.map((row) => [eventKey(row), row.published]));
}

/** A write for a provider; `traceparent` and `request_id`: of the request that caused it. */
export type ProviderWrite = Pick<PendingWriteRow, 'profile_id' | 'traceparent' | 'request_id'> & {
  command: WriteEventCommand;
};

/** The record of an event after a write. */
export interface WrittenRecord {
  record: EventRecord;
  /** The record as JSON. */
  text: string;
  /** The iCalendar UID that the event has at its provider. */
  uid: string;
  /** Of the built-in provider, which has what is published. */
  isBuiltIn: boolean;
}

/** What the writes of one transaction store. */
export interface WriteEffects {
  /** Each event once. */
  records: readonly WrittenRecord[];
  forProviders: readonly ProviderWrite[];
  /** Events of the built-in provider with writes of earlier releases, which are part of their records. */
  settled: readonly Key[];
  /** In the order of the writes. */
  messages: readonly OutgoingMessage[];
}

const outbox = outboxInsert(26);

const saveSql = `
  WITH written AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::bigint[], $8::bigint[],
                         $9::bigint[], $10::boolean[], $11::boolean[])
      AS written (calendar_id, event_uid, account_id, event_id, uid, published, revision, command, changed_at, deleted, built_in)
  ), built_in AS (
    INSERT INTO event (calendar_id, event_uid, account_id, event_id, uid, series, published, revision, command, changed_at, deleted)
    SELECT calendar_id, event_uid, account_id, event_id, uid, CASE WHEN NOT deleted THEN published -> 'series' END, published,
           revision, command, changed_at, deleted
    FROM written WHERE built_in
    ON CONFLICT (calendar_id, event_uid) DO UPDATE SET
      event_id = excluded.event_id, series = excluded.series, published = excluded.published, revision = excluded.revision,
      command = excluded.command, changed_at = excluded.changed_at, deleted = excluded.deleted
  ), at_provider AS (
    INSERT INTO event (calendar_id, event_uid, account_id, event_id, uid, published, revision, command, changed_at, deleted)
    SELECT calendar_id, event_uid, account_id, event_id, uid, published, revision, command, changed_at, deleted
    FROM written WHERE NOT built_in
    ON CONFLICT (calendar_id, event_uid) DO UPDATE SET
      event_id = excluded.event_id, published = excluded.published, revision = excluded.revision,
      command = excluded.command, changed_at = excluded.changed_at, deleted = excluded.deleted
  ), pending AS (
    INSERT INTO pending_write (calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at,
                               next_attempt_at, traceparent, request_id, after_event_uid, after_command)
    SELECT calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at, 0, traceparent, request_id,
           after_event_uid, after_command
    FROM unnest($12::text[], $13::text[], $14::bigint[], $15::text[], $16::text[], $17::text[], $18::jsonb[], $19::bigint[],
                $20::text[], $21::text[], $22::text[], $23::bigint[])
      AS given (calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at, traceparent, request_id,
                after_event_uid, after_command)
    ON CONFLICT (calendar_id, event_uid, command) DO UPDATE SET accepted_at = excluded.accepted_at
  ), settled AS (
    DELETE FROM pending_write USING unnest($24::text[], $25::text[]) AS settled (calendar_id, event_uid)
    WHERE pending_write.calendar_id = settled.calendar_id AND pending_write.event_uid = settled.event_uid
  ) ${outbox.text}`;

function recordColumns(written: readonly WrittenRecord[]) {
  const records = written.map(({ record }) => record);
  return [
    ...columnsOf(records),
    records.map(({ account_id }) => account_id),
    records.map(({ event_id }) => event_id ?? null),
    written.map(({ uid }) => uid),
    written.map(({ text }) => text),
    records.map(({ revision }) => revision),
    records.map(({ command }) => command),
    records.map(({ changed_at }) => changed_at),
    records.map(({ deleted }) => deleted),
    written.map(({ isBuiltIn }) => isBuiltIn),
  ];
}

function pendingColumns(writes: readonly ProviderWrite[]) {
  const commands = writes.map(({ command }) => command);
  return [
    ...columnsOf(commands),
    commands.map(({ command }) => command),
    commands.map(({ account_id }) => account_id),
    writes.map(({ profile_id }) => profile_id),
    commands.map(({ operation }) => operation),
    commands.map(({ change }) => (change ? JSON.stringify(change) : null)),
    commands.map(({ accepted_at }) => accepted_at),
    writes.map(({ traceparent }) => traceparent),
    writes.map(({ request_id }) => request_id),
    commands.map(({ after }) => after?.event_uid ?? null),
    commands.map(({ after }) => after?.command ?? null),
  ];
}

/** Stores what writes change, and publishes it, with one statement. */
export async function saveWritten(client: PoolClient, effects: WriteEffects): Promise<void> {
  const { records, forProviders, settled, messages } = effects;
  const values = [...recordColumns(records), ...pendingColumns(forProviders), ...columnsOf(settled)];
  await client.query({ name: 'save-written-events', text: saveSql, values: [...values, ...outbox.values(messages)] });
}
