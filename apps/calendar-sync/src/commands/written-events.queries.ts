import type { WriteEventCommand } from '@kalends/contracts';
import type { PoolClient, QueryConfig } from 'pg';
import type { CalendarRow, EventRow, PendingWriteRow, ProfileRow } from '../published-state/rows.js';

/** An event that commands write, with its calendar and pending writes. */
export interface Written {
  calendar: CalendarRow;
  profile: ProfileRow;
  /** Null: it does not exist yet. */
  event: EventRow | null;
  /** Earlier writes that its provider has not accepted yet, in command order. */
  writes: PendingWriteRow[];
}

type Key = Pick<WriteEventCommand, 'calendar_id' | 'event_uid'>;

/** Identifies an event across all calendars. */
export const eventKey = ({ calendar_id, event_uid }: Key): string => `${calendar_id}/${event_uid}`;

const columnsOf = (keys: readonly Key[]) => [
  keys.map(({ calendar_id }) => calendar_id),
  keys.map(({ event_uid }) => event_uid),
];

/**
 * Locks those of the accounts that nobody else has locked, until the transaction ends, and returns them. The key is
 * that of `accountLock`; never waits.
 */
export const freeAccounts = (accountIds: Iterable<string>): QueryConfig => ({
  name: 'lock-free-accounts',
  text: `SELECT account_id FROM unnest($1::text[]) AS account_id
         WHERE pg_try_advisory_xact_lock(hashtextextended(account_id, 11))`,
  values: [[...new Set(accountIds)].sort()],
});

const findSql = `
  SELECT wanted.calendar_id, wanted.event_uid, to_jsonb(calendar) AS calendar, to_jsonb(profile) AS profile,
         to_jsonb(event) AS event,
         coalesce((SELECT jsonb_agg(to_jsonb(pending_write) ORDER BY command) FROM pending_write
                   WHERE pending_write.calendar_id = wanted.calendar_id AND pending_write.event_uid = wanted.event_uid),
                  '[]') AS writes
  FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS named (calendar_id, event_uid)) AS wanted
  JOIN calendar ON calendar.calendar_id = wanted.calendar_id JOIN profile USING (profile_id)
  LEFT JOIN event ON event.calendar_id = wanted.calendar_id AND event.event_uid = wanted.event_uid`;

/**
 * The state that commands need, by {@link eventKey}, under the accounts' locks; no entry if the calendar is unknown.
 */
export async function findWritten(client: PoolClient, commands: readonly Key[]): Promise<Map<string, Written>> {
  const query = { name: 'find-written-events', text: findSql, values: columnsOf(commands) };
  const { rows } = await client.query<Written & Key>(query);
  return new Map(rows.map((row) => [eventKey(row), row]));
}

/** A write for a provider; `traceparent` and `request_id`: of the request that caused it. */
export type ProviderWrite = Pick<PendingWriteRow, 'profile_id' | 'traceparent' | 'request_id'> & {
  command: WriteEventCommand;
};

const storeSql = `
  INSERT INTO pending_write (calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at,
                             next_attempt_at, traceparent, request_id)
  SELECT calendar_id, event_uid, command, account_id, profile_id, operation, change::jsonb, accepted_at, 0, traceparent, request_id
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[],
              $10::text[])
    AS given (calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at, traceparent, request_id)
  ON CONFLICT (calendar_id, event_uid, command) DO UPDATE SET accepted_at = excluded.accepted_at`;

/** Stores writes for their providers. */
export async function storeWrites(client: PoolClient, writes: readonly ProviderWrite[]): Promise<void> {
  const commands = writes.map(({ command }) => command);
  const values = [
    ...columnsOf(commands),
    commands.map(({ command }) => command),
    commands.map(({ account_id }) => account_id),
    writes.map(({ profile_id }) => profile_id),
    commands.map(({ operation }) => operation),
    commands.map(({ change }) => (change ? JSON.stringify(change) : null)),
    commands.map(({ accepted_at }) => accepted_at),
    writes.map(({ traceparent }) => traceparent),
    writes.map(({ request_id }) => request_id),
  ];
  await client.query({ name: 'store-writes', text: storeSql, values });
}

const dropSql = `
  DELETE FROM pending_write USING unnest($1::text[], $2::text[]) AS applied (calendar_id, event_uid)
  WHERE pending_write.calendar_id = applied.calendar_id AND pending_write.event_uid = applied.event_uid`;

/** Deletes the pending writes of events whose writes have been applied. */
export async function dropWrites(client: PoolClient, keys: readonly Key[]): Promise<void> {
  await client.query({ name: 'drop-writes', text: dropSql, values: columnsOf(keys) });
}
