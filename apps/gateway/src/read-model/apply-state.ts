import type { CalendarRecord, CalendarStateRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { byKind, newest, withoutErased } from '@kalends/messaging';
import { unlocked, type Waiting } from '@kalends/postgres';
import type { PoolClient } from 'pg';
import type { AccountChange } from './change.js';
import { calendarChanges, isFirstRead, profileChanges } from './decide-changes.js';
import { eraseProfiles } from './erase-profiles.js';
import { recordChanges } from './record-changes.js';
import { lockAccounts } from './account-locks.js';
import { isRecurring } from './occurrence-row.js';
import { projectionColumns, replaceOccurrences, type ProjectionRow } from './replace-occurrences.js';
import { refusedWriteShown } from './wire.js';

const keyOf = ({ calendar_id, event_uid }: { calendar_id: string; event_uid: string }) => `${calendar_id}/${event_uid}`;

interface Applied<Kind> {
  saved: boolean;
  before: Kind | null;
  /** The application requested it, and calendar-sync's record answers that. */
  isRequested: boolean;
}

/**
 * Stores a newer record; returns the one before. A pending profile is also what remembers that the application has revoked
 * it: until it is disconnected.
 */
const saveProfileSql = `
  WITH before AS (SELECT record FROM profile_state WHERE profile_id = $1), requested AS (
    DELETE FROM pending_profile WHERE profile_id = $1 AND ($6 OR NOT EXISTS (SELECT FROM before)) RETURNING 1
  ), saved AS (
    INSERT INTO profile_state AS held (profile_id, account_id, revision, deleted, record)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT ON CONSTRAINT profile_state_pkey DO UPDATE
      SET revision = excluded.revision, deleted = excluded.deleted, record = excluded.record
      WHERE held.revision < excluded.revision
    RETURNING 1)
  SELECT (SELECT record FROM before) AS before, EXISTS (SELECT FROM requested) AS "isRequested",
         EXISTS (SELECT FROM saved) AS saved`;

async function applyProfiles(client: PoolClient, records: ProfileRecord[]): Promise<AccountChange[]> {
  const changes: AccountChange[] = [];
  for (const one of newest(records, ({ profile_id }) => profile_id)) {
    const isGone = one.deleted || !one.connected;
    const { rows } = await client.query<Applied<ProfileRecord>>(saveProfileSql, [
      one.profile_id,
      one.account_id,
      one.revision,
      one.deleted,
      JSON.stringify(one),
      isGone,
    ]);
    if (rows[0]!.saved) changes.push(...profileChanges({ ...rows[0]!, after: one }));
  }
  return changes;
}

const saveCalendarSql = `
  WITH before AS (SELECT record FROM calendar_state WHERE calendar_id = $1), requested AS (
    DELETE FROM pending_calendar WHERE calendar_id = $1 RETURNING 1
  ), saved AS (
    INSERT INTO calendar_state AS held (calendar_id, account_id, profile_id, revision, deleted, record)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT ON CONSTRAINT calendar_state_pkey DO UPDATE
      SET revision = excluded.revision, deleted = excluded.deleted, record = excluded.record
      WHERE held.revision < excluded.revision
    RETURNING 1)
  SELECT (SELECT record FROM before) AS before, EXISTS (SELECT FROM requested) AS "isRequested",
         EXISTS (SELECT FROM saved) AS saved`;

/** Returns the changes, and which calendars are read for the first time. */
async function applyCalendars(client: PoolClient, records: CalendarRecord[]) {
  const changes: AccountChange[] = [];
  const firstRead: string[] = [];
  for (const one of newest(records, ({ calendar_id }) => calendar_id)) {
    const { rows } = await client.query<Applied<CalendarRecord>>(saveCalendarSql, [
      one.calendar_id,
      one.account_id,
      one.profile_id,
      one.revision,
      one.deleted,
      JSON.stringify(one),
    ]);
    if (!rows[0]!.saved) continue;
    changes.push(...calendarChanges({ ...rows[0]!, after: one }));
    if (isFirstRead({ ...rows[0]!, after: one })) firstRead.push(one.calendar_id);
  }
  return { changes, firstRead };
}

/** Of an event that was written and refused before any record of it was read. */
const isPendingSql = `EXISTS (SELECT FROM pending_write AS waiting
                              WHERE waiting.calendar_id = event.calendar_id AND waiting.event_uid = event.event_uid)`;

/**
 * Stores newer records, and deletes the pending writes that they acknowledge; a later one may still be pending. Logs what
 * others changed, in calendars that have been read before, and what a provider refused: own writes were logged when they were
 * accepted. During a rebuild revisions are negative.
 */
const saveEventsSql = `
  WITH before AS (
    SELECT calendar_id, event_uid, abs(revision) AS revision
    FROM event_state JOIN unnest($2::text[], $3::text[]) AS event (calendar_id, event_uid) USING (calendar_id, event_uid)
  ), saved AS (
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
    RETURNING pending_write.calendar_id, pending_write.event_uid, pending_write.record -> 'revision' AS revision
  ), logged AS (
    INSERT INTO change_log (client_id, account_id, type, own, subject)
    SELECT client_id, account_id, change.type, false,
           json_strip_nulls(json_build_object('calendar_id', calendar_id, 'event_uid', event_uid, 'event_id', event_id,
                                              'refused_write', change.refusal))
    FROM saved JOIN unnest($1::text[], $2::text[], $3::text[], $4::text[], $7::boolean[], $10::bigint[], $12::bigint[],
                           $13::json[])
                 WITH ORDINALITY
                 AS event (account_id, calendar_id, event_uid, event_id, deleted, elsewhere, refused, refusal, position)
                 USING (calendar_id, event_uid)
    JOIN account USING (account_id)
    LEFT JOIN before USING (calendar_id, event_uid)
    CROSS JOIN LATERAL (
      SELECT 1 AS part, 'event_write_refused' AS type, refusal
      WHERE refused > coalesce(before.revision, 0) AND (before.revision IS NOT NULL OR ${isPendingSql})
      UNION ALL
      SELECT 2, CASE WHEN event.deleted THEN 'event_deleted' ELSE 'event_changed' END, NULL
      WHERE elsewhere > coalesce(before.revision, 0)
        AND (before.revision IS NOT NULL OR NOT event.deleted OR ${isPendingSql})
        AND calendar_id <> ALL ($11::text[])
        AND EXISTS (SELECT FROM calendar_state AS calendar WHERE calendar.calendar_id = event.calendar_id
                      AND NOT calendar.deleted AND calendar.record ->> 'synced' = 'true')
    ) AS change
    ORDER BY position, part
  )
  SELECT saved.calendar_id, saved.event_uid, acknowledged.revision::bigint AS shown,
         EXISTS (SELECT FROM pending_write
                 WHERE pending_write.calendar_id = saved.calendar_id AND pending_write.event_uid = saved.event_uid
                   AND pending_write.command > saved.command) AS waits
  FROM saved LEFT JOIN acknowledged USING (calendar_id, event_uid)`;

/** The refused write as the log has it, as JSON. */
const refusalOf = ({ refused_write: refused }: EventRecord): string | null =>
  refused ? JSON.stringify(refusedWriteShown(refused)) : null;

interface Saved {
  calendar_id: string;
  event_uid: string;
  /** The revision of the pending write that the record acknowledges, as readers see it. */
  shown: number | null;
  /** Readers see a later write instead, until that is acknowledged. */
  waits: boolean;
}

/** Stores records newer than the stored ones; returns those that readers do not see yet, and may. */
async function saveEvents(
  client: PoolClient,
  records: EventRecord[],
  firstRead: readonly string[],
): Promise<EventRecord[]> {
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
      records.map((one) => one.elsewhere_revision ?? 0),
      firstRead,
      records.map((one) => one.refused_write?.revision ?? 0),
      records.map(refusalOf),
    ],
  });
  const saved = new Map(rows.map((row) => [keyOf(row), row]));
  return records.filter((record) => {
    const row = saved.get(keyOf(record));
    // a series may have been materialised up to an older horizon
    const isShown = row?.shown === record.revision && !isRecurring(record);
    return row !== undefined && !row.waits && !isShown;
  });
}

/** Records of events, and the calendars that are read for the first time. */
interface ReadEvents {
  records: readonly EventRecord[];
  firstRead: readonly string[];
}

async function applyEvents(client: PoolClient, projection: ProjectionRow, { records, firstRead }: ReadEvents) {
  if (records.length === 0) return;
  const unseen = new Map<string, EventRecord[]>();
  for (const record of await saveEvents(client, newest(records, keyOf), firstRead)) {
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
  const { erased, remaining: applicable } = withoutErased(
    records.filter(({ account_id }) => alive.has(account_id) && !skipped.has(account_id)),
  );
  const erasures = await eraseProfiles(client, erased);
  const profiles = await applyProfiles(client, byKind(applicable, 'profile'));
  const { changes, firstRead } = await applyCalendars(client, byKind(applicable, 'calendar'));
  await recordChanges(client, [...erasures, ...profiles, ...changes]);
  await applyEvents(client, projection, { records: byKind(applicable, 'event'), firstRead });
  return skipped;
}
