import { isDeepStrictEqual } from 'node:util';
import type { CalendarRecord, CalendarStateRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { byKind, newest } from '@kalends/messaging';
import { unlocked, type Waiting } from '@kalends/postgres';
import type { PoolClient } from 'pg';
import { lockAccounts } from './account-locks.js';
import { isRecurring } from './occurrence-row.js';
import { projectionColumns, replaceOccurrences, type ProjectionRow } from './replace-occurrences.js';

const keyOf = ({ calendar_id, event_uid }: { calendar_id: string; event_uid: string }) => `${calendar_id}/${event_uid}`;

async function applyProfiles(client: PoolClient, records: ProfileRecord[]) {
  for (const one of newest(records, ({ profile_id }) => profile_id)) {
    await client.query(
      `INSERT INTO profile_state AS held (profile_id, account_id, revision, deleted, record)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT profile_state_pkey DO UPDATE
         SET revision = excluded.revision, deleted = excluded.deleted, record = excluded.record
         WHERE held.revision < excluded.revision`,
      [one.profile_id, one.account_id, one.revision, one.deleted, JSON.stringify(one)],
    );
    await client.query('DELETE FROM pending_profile WHERE profile_id = $1', [one.profile_id]);
  }
}

async function applyCalendars(client: PoolClient, records: CalendarRecord[]) {
  for (const one of newest(records, ({ calendar_id }) => calendar_id)) {
    await client.query(
      `INSERT INTO calendar_state AS held (calendar_id, account_id, profile_id, revision, deleted, record)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ON CONSTRAINT calendar_state_pkey DO UPDATE
         SET revision = excluded.revision, deleted = excluded.deleted, record = excluded.record
         WHERE held.revision < excluded.revision`,
      [one.calendar_id, one.account_id, one.profile_id, one.revision, one.deleted, JSON.stringify(one)],
    );
    await client.query('DELETE FROM pending_calendar WHERE calendar_id = $1', [one.calendar_id]);
  }
}

/** Stores newer records, and deletes the pending writes that they acknowledge; a later one may still be pending. */
const saveEventsSql = `
  WITH saved AS (
    INSERT INTO event_state AS held
      (account_id, calendar_id, event_uid, event_id, revision, command, deleted, recurring, record)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::boolean[],
                         $8::boolean[], $9::jsonb[])
    ON CONFLICT ON CONSTRAINT event_state_pkey DO UPDATE
      SET event_id = excluded.event_id, revision = excluded.revision, command = excluded.command,
          deleted = excluded.deleted, recurring = excluded.recurring, record = excluded.record
      WHERE held.revision < excluded.revision
    RETURNING calendar_id, event_uid, command
  ), acknowledged AS (
    DELETE FROM pending_write USING saved
    WHERE pending_write.calendar_id = saved.calendar_id AND pending_write.event_uid = saved.event_uid
      AND pending_write.command <= saved.command
    RETURNING pending_write.calendar_id, pending_write.event_uid, pending_write.record
  )
  SELECT saved.calendar_id, saved.event_uid, acknowledged.record AS shown,
         EXISTS (SELECT FROM pending_write
                 WHERE pending_write.calendar_id = saved.calendar_id AND pending_write.event_uid = saved.event_uid
                   AND pending_write.command > saved.command) AS waits
  FROM saved LEFT JOIN acknowledged USING (calendar_id, event_uid)`;

interface Saved {
  calendar_id: string;
  event_uid: string;
  /** The pending write that the record acknowledges, as readers see it. */
  shown: EventRecord | null;
  /** Readers see a later write instead, until that is acknowledged. */
  waits: boolean;
}

/** Stores records newer than the stored ones; returns those that readers do not see yet, and may. */
async function saveEvents(client: PoolClient, records: EventRecord[]): Promise<EventRecord[]> {
  const { rows } = await client.query<Saved>({
    name: 'save-event-state',
    text: saveEventsSql,
    values: [
      records.map((one) => one.account_id),
      records.map((one) => one.calendar_id),
      records.map((one) => one.event_uid),
      records.map((one) => one.event_id ?? null),
      records.map((one) => one.revision),
      records.map((one) => one.command),
      records.map((one) => one.deleted),
      records.map(isRecurring),
      records.map((one) => JSON.stringify(one)),
    ],
  });
  const saved = new Map(rows.map((row) => [keyOf(row), row]));
  return records.filter((record) => {
    const row = saved.get(keyOf(record));
    return row !== undefined && !row.waits && !(row.shown && isShown(record, row.shown));
  });
}

/**
 * Whether readers of a pending write already see this record's content, so that its occurrences need not be written again.
 * Not for series: they may have been materialised up to an older horizon.
 */
function isShown(record: EventRecord, pending: EventRecord): boolean {
  const { revision: _revision, elsewhere_revision: _elsewhere, ...published } = record;
  const { revision: _pending, elsewhere_revision: _before, ...shown } = pending;
  return !isRecurring(record) && isDeepStrictEqual(published, shown);
}

async function applyEvents(client: PoolClient, projection: ProjectionRow, records: readonly EventRecord[]) {
  if (records.length === 0) return;
  const unseen = new Map<string, EventRecord[]>();
  for (const record of await saveEvents(client, newest(records, keyOf))) {
    unseen.set(record.account_id, [...(unseen.get(record.account_id) ?? []), record]);
  }
  for (const [accountId, unseenRecords] of unseen)
    await replaceOccurrences(client, projection, { accountId, records: unseenRecords });
}

/**
 * Applies state records to the read model, those of each account in order, in the caller's transaction. A record that is not
 * newer than the stored one changes nothing, so replay is harmless; records of a deleted account are ignored. Returns the
 * accounts that it skipped because they are locked.
 */
export async function applyState(
  client: PoolClient,
  records: readonly CalendarStateRecord[],
  waiting: Waiting = 'wait',
): Promise<ReadonlySet<string>> {
  const accountIds = new Set(records.map(({ account_id }) => account_id));
  // sent together: the second statement's snapshot is taken after the locks of the first
  const [locks, { rows }] = await Promise.all([
    client.query<{ account_id: string | null }>(lockAccounts(accountIds, waiting)),
    client.query<ProjectionRow & { account_id: string }>({
      name: 'find-projected-accounts',
      text: `SELECT account_id, ${projectionColumns} FROM projection, account
             WHERE projection_id = 1 AND account_id = ANY ($1::text[])`,
      values: [[...accountIds]],
    }),
  ]);
  const skipped = unlocked(accountIds, locks.rows);
  const [projection] = rows;
  if (!projection) return skipped;
  const alive = new Set(rows.map(({ account_id }) => account_id));
  const applicable = records.filter(({ account_id }) => alive.has(account_id) && !skipped.has(account_id));
  await applyProfiles(client, byKind(applicable, 'profile'));
  await applyCalendars(client, byKind(applicable, 'calendar'));
  await applyEvents(client, projection, byKind(applicable, 'event'));
  return skipped;
}
