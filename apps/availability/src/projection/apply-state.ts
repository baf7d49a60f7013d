import type { CalendarRecord, CalendarStateRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { parseInstant } from '@kalends/icalendar';
import type { PoolClient } from 'pg';
import { lockAccount, readHorizon } from './locks.js';
import { packEvents } from './pack-events.js';

const byKind = <Kind extends CalendarStateRecord['kind']>(records: readonly CalendarStateRecord[], kind: Kind) =>
  records.filter((one): one is Extract<CalendarStateRecord, { kind: Kind }> => one.kind === kind);

/** The newest of several records of one thing: a batch may hold its whole history. */
function newest<Record extends { revision: number }>(records: readonly Record[], key: (one: Record) => string) {
  const kept = new Map<string, Record>();
  for (const one of records) if (one.revision >= (kept.get(key(one))?.revision ?? -1)) kept.set(key(one), one);
  return [...kept.values()];
}

function instantOf(text: string | undefined): number | null {
  const parsed = text === undefined ? null : parseInstant(text);
  return parsed?.ok ? parsed.ms : null;
}

async function applyProfile(client: PoolClient, one: ProfileRecord) {
  const { account_id, profile_id, revision, deleted, provider_name, connected, initial_sync } = one;
  await client.query({
    name: 'apply-profile',
    text: `INSERT INTO profile AS held
             (profile_id, account_id, revision, deleted, provider_name, connected, initial_sync, last_sync)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (profile_id) DO UPDATE
             SET revision = excluded.revision, deleted = excluded.deleted, provider_name = excluded.provider_name,
                 connected = excluded.connected,
                 initial_sync = excluded.initial_sync, last_sync = excluded.last_sync
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
    ],
  });
}

async function applyCalendar(client: PoolClient, one: CalendarRecord) {
  const { account_id, profile_id, calendar_id, revision, deleted, synced, freshness } = one;
  await client.query({
    name: 'apply-calendar',
    text: `INSERT INTO calendar AS held (calendar_id, account_id, profile_id, revision, deleted, synced, freshness)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (calendar_id) DO UPDATE
             SET revision = excluded.revision, deleted = excluded.deleted, synced = excluded.synced,
                 freshness = excluded.freshness
             WHERE held.revision < excluded.revision`,
    values: [calendar_id, account_id, profile_id, revision, deleted, synced, freshness],
  });
}

/** A confirmed hold ends when its event has come in, whatever became of the event. */
async function endPinnedHolds(client: PoolClient, records: readonly EventRecord[]) {
  await client.query({
    name: 'end-pinned-holds',
    text: `DELETE FROM hold USING unnest($1::text[], $2::text[], $3::bigint[]) AS came (calendar_id, event_uid, revision)
           WHERE pinned_calendar_id = came.calendar_id AND pinned_event_uid = came.event_uid
             AND pinned_ms < came.revision`,
    values: [
      records.map(({ calendar_id }) => calendar_id),
      records.map(({ event_uid }) => event_uid),
      records.map(({ revision }) => revision),
    ],
  });
}

/**
 * Applies state records of ONE account, in the caller's transaction. A record that is not newer than what is held changes
 * nothing, so replay is harmless.
 */
export async function applyState(
  client: PoolClient,
  accountId: string,
  records: readonly CalendarStateRecord[],
): Promise<void> {
  await lockAccount(client, accountId);
  const erased = await client.query({
    name: 'find-erased-account',
    text: 'SELECT FROM erased_account WHERE account_id = $1',
    values: [accountId],
  });
  if (erased.rowCount === 1) return;
  for (const one of newest(byKind(records, 'profile'), (row) => row.profile_id)) await applyProfile(client, one);
  for (const one of newest(byKind(records, 'calendar'), (row) => row.calendar_id)) await applyCalendar(client, one);
  const events = newest(byKind(records, 'event'), (row) => `${row.calendar_id}/${row.event_uid}`);
  if (events.length === 0) return;
  const { write } = await readHorizon(client);
  const saved = await packEvents(client, accountId, events, write);
  if (saved.length > 0) await endPinnedHolds(client, events);
}
