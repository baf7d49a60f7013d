import type { CalendarRecord, CalendarStateRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { jsonbArray, textArray } from '@kalends/service';
import type { PoolClient } from 'pg';
import { isRecurring } from './occurrence-row.js';
import { lockAccount, readProjection, replaceOccurrences } from './replace-occurrences.js';

const byKind = <Kind extends CalendarStateRecord['kind']>(records: readonly CalendarStateRecord[], kind: Kind) =>
  records.filter((one): one is Extract<CalendarStateRecord, { kind: Kind }> => one.kind === kind);

/** The newest of several records of one thing: a batch may hold its whole history. */
function newest<Record extends { revision: number }>(
  records: readonly Record[],
  key: (one: Record) => string,
): Record[] {
  const kept = new Map<string, Record>();
  for (const one of records) if (one.revision >= (kept.get(key(one))?.revision ?? -1)) kept.set(key(one), one);
  return [...kept.values()];
}

async function applyProfiles(client: PoolClient, generation: number, records: ProfileRecord[]) {
  for (const one of newest(records, ({ profile_id }) => profile_id)) {
    await client.query(
      `INSERT INTO profile_state AS held (generation, profile_id, account_id, revision, deleted, record)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (generation, profile_id) DO UPDATE
         SET revision = excluded.revision, deleted = excluded.deleted, record = excluded.record
         WHERE held.revision < excluded.revision`,
      [generation, one.profile_id, one.account_id, one.revision, one.deleted, JSON.stringify(one)],
    );
    await client.query('DELETE FROM pending_profile WHERE profile_id = $1', [one.profile_id]);
  }
}

async function applyCalendars(client: PoolClient, generation: number, records: CalendarRecord[]) {
  for (const one of newest(records, ({ calendar_id }) => calendar_id)) {
    await client.query(
      `INSERT INTO calendar_state AS held (generation, calendar_id, account_id, profile_id, revision, deleted, record)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (generation, calendar_id) DO UPDATE
         SET revision = excluded.revision, deleted = excluded.deleted, record = excluded.record
         WHERE held.revision < excluded.revision`,
      [generation, one.calendar_id, one.account_id, one.profile_id, one.revision, one.deleted, JSON.stringify(one)],
    );
    await client.query('DELETE FROM pending_calendar WHERE calendar_id = $1', [one.calendar_id]);
  }
}

const saveEventsSql = `
  INSERT INTO event_state AS held
    (generation, account_id, calendar_id, event_uid, event_id, revision, command, deleted, recurring, record)
  SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::boolean[],
                               $9::boolean[], $10::jsonb[])
  ON CONFLICT (generation, calendar_id, event_uid) DO UPDATE
    SET event_id = excluded.event_id, revision = excluded.revision, command = excluded.command,
        deleted = excluded.deleted, recurring = excluded.recurring, record = excluded.record
    WHERE held.revision < excluded.revision
  RETURNING calendar_id, event_uid`;

/** Stores what is newer than what is held, and returns it. */
async function saveEvents(client: PoolClient, generation: number, accountId: string, records: EventRecord[]) {
  const { rows } = await client.query<{ calendar_id: string; event_uid: string }>({
    name: 'save-event-state',
    text: saveEventsSql,
    values: [
      generation,
      accountId,
      textArray(records.map((one) => one.calendar_id)),
      textArray(records.map((one) => one.event_uid)),
      textArray(records.map((one) => one.event_id ?? null)),
      records.map((one) => one.revision),
      records.map((one) => one.command),
      records.map((one) => one.deleted),
      records.map(isRecurring),
      jsonbArray(records.map((one) => JSON.stringify(one))),
    ],
  });
  const saved = new Set(rows.map((row) => `${row.calendar_id}/${row.event_uid}`));
  return records.filter((one) => saved.has(`${one.calendar_id}/${one.event_uid}`));
}

/** Drops the pending writes that these records acknowledge; returns the keys of those that stay. */
async function acknowledge(client: PoolClient, records: readonly EventRecord[]): Promise<Set<string>> {
  const values = [
    textArray(records.map((one) => one.calendar_id)),
    textArray(records.map((one) => one.event_uid)),
    records.map((one) => one.command),
  ];
  const join = 'unnest($1::text[], $2::text[], $3::bigint[]) AS held (calendar_id, event_uid, command)';
  const same = 'pending_write.calendar_id = held.calendar_id AND pending_write.event_uid = held.event_uid';
  await client.query({
    name: 'drop-acknowledged-writes',
    text: `DELETE FROM pending_write USING ${join} WHERE ${same} AND pending_write.command <= held.command`,
    values,
  });
  const { rows } = await client.query<{ calendar_id: string; event_uid: string }>({
    name: 'find-pending-writes',
    text: `SELECT pending_write.calendar_id, pending_write.event_uid FROM pending_write JOIN ${join} ON ${same}`,
    values,
  });
  return new Set(rows.map((row) => `${row.calendar_id}/${row.event_uid}`));
}

async function applyEvents(client: PoolClient, accountId: string, records: EventRecord[]) {
  if (records.length === 0) return;
  const { generation, horizon_from, horizon_target } = await readProjection(client);
  const latest = newest(records, (one) => `${one.calendar_id}/${one.event_uid}`);
  const saved = await saveEvents(client, generation, accountId, latest);
  if (saved.length === 0) return;
  const pending = await acknowledge(client, saved);
  const visible = saved.filter((one) => !pending.has(`${one.calendar_id}/${one.event_uid}`));
  await replaceOccurrences(client, generation, accountId, visible, { start: horizon_from, end: horizon_target });
}

/**
 * Applies state records of ONE account to the read model, in the caller's transaction. A record that is not newer than
 * what is held changes nothing, so replay is harmless; an account that is gone takes no more records.
 */
export async function applyState(
  client: PoolClient,
  accountId: string,
  records: readonly CalendarStateRecord[],
): Promise<void> {
  await lockAccount(client, accountId);
  const { rowCount } = await client.query('SELECT 1 FROM account WHERE account_id = $1', [accountId]);
  if (rowCount === 0) return;
  const { generation } = await readProjection(client);
  await applyProfiles(client, generation, byKind(records, 'profile'));
  await applyCalendars(client, generation, byKind(records, 'calendar'));
  await applyEvents(client, accountId, byKind(records, 'event'));
}
