import type { CalendarRecord, CalendarStateRecord, ProfileRecord } from '@kalends/contracts';
import { parseInstant } from '@kalends/icalendar';
import { byKind, newest, withoutErased } from '@kalends/messaging';
import { unlocked, type Waiting } from '@kalends/postgres';
import type { PoolClient } from 'pg';
import { eraseProfiles } from './erase-profiles.js';
import { lockAccounts, readHorizonFor } from './locks.js';
import { packEvents } from './pack-events.js';

function instantOf(text: string | undefined): number | null {
  const parsed = text === undefined ? null : parseInstant(text);
  return parsed?.ok ? parsed.ms : null;
}

async function applyProfile(client: PoolClient, one: ProfileRecord) {
  const { account_id, profile_id, revision, deleted, provider_name, connected, initial_sync } = one;
  await client.query({
    name: 'apply-profile',
    text: `INSERT INTO profile AS held
             (profile_id, account_id, revision, deleted, provider_name, connected, initial_sync, last_sync,
              confirmed_until, published_at, working_hours)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           ON CONFLICT (profile_id) DO UPDATE
             SET revision = excluded.revision, deleted = excluded.deleted, provider_name = excluded.provider_name,
                 connected = excluded.connected,
                 initial_sync = excluded.initial_sync, last_sync = excluded.last_sync,
                 confirmed_until = excluded.confirmed_until, published_at = excluded.published_at,
                 working_hours = excluded.working_hours
             WHERE held.revision < excluded.revision`,
    values: [
      profile_id,
      account_id,
      revision,
      deleted,
      provider_name,
      connected,
      initial_sync,
      instantOf(one.last_sync),
      instantOf(one.confirmed_until),
      instantOf(one.published_at),
      one.working_hours ?? null,
    ],
  });
}

async function applyCalendar(client: PoolClient, one: CalendarRecord) {
  const { account_id, profile_id, calendar_id, revision, deleted, synced, freshness, unread_since = null } = one;
  await client.query({
    name: 'apply-calendar',
    text: `INSERT INTO calendar AS held (calendar_id, account_id, profile_id, revision, deleted, synced, freshness,
                                           unread_since)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (calendar_id) DO UPDATE
             SET revision = excluded.revision, deleted = excluded.deleted, synced = excluded.synced,
                 freshness = excluded.freshness, unread_since = excluded.unread_since
             WHERE held.revision < excluded.revision`,
    values: [calendar_id, account_id, profile_id, revision, deleted, synced, freshness, unread_since],
  });
}

/**
 * Applies state records, each account's in order, in the caller's transaction. A record that is not newer than the stored
 * one changes nothing, so replay is harmless; an erased account accepts no more records. Returns the accounts that it
 * skipped because another session has locked them.
 */
export async function applyState(
  client: PoolClient,
  records: readonly CalendarStateRecord[],
  waiting: Waiting = 'wait',
): Promise<ReadonlySet<string>> {
  const accountIds = new Set(records.map(({ account_id }) => account_id));
  // sent together: the second statement's snapshot is taken after the first has acquired its locks
  const [{ rows }, { write, erased, countings }] = await Promise.all([
    client.query<{ account_id: string | null }>(lockAccounts(accountIds, waiting)),
    readHorizonFor(client, accountIds),
  ]);
  const skipped = unlocked(accountIds, rows);
  const { erased: profiles, remaining: applicable } = withoutErased(
    records.filter(({ account_id }) => !erased.has(account_id) && !skipped.has(account_id)),
  );
  await eraseProfiles(client, profiles);
  for (const one of newest(byKind(applicable, 'profile'), (row) => row.profile_id)) await applyProfile(client, one);
  for (const one of newest(byKind(applicable, 'calendar'), (row) => row.calendar_id)) await applyCalendar(client, one);
  const events = newest(byKind(applicable, 'event'), (row) => `${row.calendar_id}/${row.event_uid}`);
  await packEvents(client, events, { horizon: write, countings });
  return skipped;
}
