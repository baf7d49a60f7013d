import type { EventRecord } from '@kalends/contracts';
import type { Period } from '@kalends/icalendar';
import { textArray } from '@kalends/service';
import type { PoolClient } from 'pg';
import { keepFormerPlaces, type Stood } from './former-places.js';
import { day, occurrenceRows } from './occurrence-row.js';

interface Counted {
  class: number;
  start_ms: number;
  deleted: boolean;
}

/** Differences to the counts of one account, by class and UTC day. */
class CountChanges {
  private readonly changes = new Map<string, number>();

  add(row: Counted, by: 1 | -1) {
    if (row.deleted) return;
    const key = `${row.class}\n${Math.floor(row.start_ms / day)}`;
    this.changes.set(key, (this.changes.get(key) ?? 0) + by);
  }

  /** Sorted, so that two writers never wait for each other in a circle. */
  rows() {
    const rows = [...this.changes].filter(([, n]) => n !== 0).map(([key, n]) => [...key.split('\n'), String(n)]);
    return rows.sort((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1));
  }
}

/** In microseconds of a clock: a number that was given back by a crash or a failover is not met again. */
const reviseSql = (account: string) => `
  INSERT INTO occurrence_revision (account_id, revision)
  VALUES (${account}, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  ON CONFLICT (account_id) DO UPDATE SET revision = excluded.revision`;

/** Says that the occurrences of an account are others now; for whoever changes them, in the same transaction. */
export async function reviseOccurrences(client: PoolClient, accountId: string): Promise<void> {
  await client.query(reviseSql('$1'), [accountId]);
}

const deleteSql = `
  WITH revised AS (${reviseSql('$4')})
  DELETE FROM occurrence USING unnest($2::text[], $3::text[]) AS gone (calendar_id, event_uid)
  WHERE generation = $1 AND occurrence.calendar_id = gone.calendar_id AND occurrence.event_uid = gone.event_uid
  RETURNING occurrence.calendar_id, occurrence.event_uid, instance, class, start_ms, end_ms, deleted`;

const insertSql = `
  INSERT INTO occurrence (generation, account_id, calendar_id, event_uid, instance, class, start_ms, end_ms, deleted,
                          managed, changed_ms, start_tzid, end_tzid, wire)
  SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::smallint[], $7::bigint[], $8::bigint[],
                               $9::boolean[], $10::boolean[], $11::bigint[], $12::text[], $13::text[], $14::text[])
  ON CONFLICT DO NOTHING`;

const countSql = `
  INSERT INTO occurrence_count (generation, account_id, class, day, n)
  SELECT $1, $2, * FROM unnest($3::smallint[], $4::integer[], $5::integer[])
  ON CONFLICT (generation, account_id, class, day) DO UPDATE SET n = occurrence_count.n + excluded.n`;

const column = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value) => rows.map(of);
const texts = <Row>(rows: readonly Row[], of: (row: Row) => string | null) => textArray(rows.map(of));

function rowsOf(records: readonly EventRecord[], horizon: Period) {
  return records.flatMap((record) => {
    const seen = new Set<string>();
    return occurrenceRows(record, horizon)
      .filter(({ instance }) => !seen.has(instance) && seen.add(instance))
      .map((row) => ({ record, row }));
  });
}

async function insert(client: PoolClient, generation: number, accountId: string, rows: ReturnType<typeof rowsOf>) {
  await client.query({
    name: 'insert-occurrences',
    text: insertSql,
    values: [
      generation,
      accountId,
      texts(rows, ({ record }) => record.calendar_id),
      texts(rows, ({ record }) => record.event_uid),
      texts(rows, ({ row }) => row.instance),
      column(rows, ({ row }) => row.class),
      column(rows, ({ row }) => row.startMs),
      column(rows, ({ row }) => row.endMs),
      column(rows, ({ row }) => row.deleted),
      column(rows, ({ record }) => record.event_id !== undefined),
      column(rows, ({ record }) => record.changed_at),
      texts(rows, ({ row }) => row.startTzid),
      texts(rows, ({ row }) => row.endTzid),
      texts(rows, ({ row }) => row.wire),
    ],
  });
}

async function saveCounts(client: PoolClient, generation: number, accountId: string, changes: CountChanges) {
  const rows = changes.rows();
  if (rows.length === 0) return;
  await client.query({
    name: 'change-occurrence-counts',
    text: countSql,
    values: [generation, accountId, ...[0, 1, 2].map((index) => column(rows, (row) => row[index]))],
  });
}

/**
 * Makes the occurrences of one account's events what their records say, and keeps the counts exact. Inside the
 * caller's transaction, which holds the account's lock ({@link lockAccount}).
 */
export async function replaceOccurrences(
  client: PoolClient,
  generation: number,
  accountId: string,
  records: readonly EventRecord[],
  horizon: Period,
): Promise<void> {
  if (records.length === 0) return;
  const changes = new CountChanges();
  const keys = [generation, texts(records, (one) => one.calendar_id), texts(records, (one) => one.event_uid)];
  const gone = await client.query<Stood>({
    name: 'delete-occurrences',
    text: deleteSql,
    values: [...keys, accountId],
  });
  for (const row of gone.rows) changes.add(row, -1);
  const rows = rowsOf(records, horizon);
  for (const { row } of rows) {
    changes.add({ class: row.class, start_ms: row.startMs, deleted: row.deleted }, 1);
  }
  if (rows.length > 0) await insert(client, generation, accountId, rows);
  await keepFormerPlaces(client, generation, accountId, gone.rows, rows, records);
  await saveCounts(client, generation, accountId, changes);
}

const horizonLock = 71_001;

/**
 * Serialises the writers of one account's read model until the transaction ends, and keeps the horizon's target where it
 * is ({@link lockHorizon}).
 */
export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query({
    name: 'lock-account',
    text: 'SELECT pg_advisory_xact_lock_shared($2), pg_advisory_xact_lock(hashtextextended($1, 7))',
    values: [accountId, horizonLock],
  });
}

/** Waits for every writer that may have materialised a series up to an older target; holds off new ones. */
export async function lockHorizon(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [horizonLock]);
}

export interface ProjectionRow {
  generation: number;
  horizon_from: number;
  horizon_to: number;
  horizon_target: number;
}

/** The generation that is read, and the span over which series are materialised (up to the target from now on). */
export async function readProjection(client: Pick<PoolClient, 'query'>): Promise<ProjectionRow> {
  const { rows } = await client.query<ProjectionRow>({
    name: 'read-projection',
    text: 'SELECT generation, horizon_from, horizon_to, horizon_target FROM projection WHERE projection_id = 1',
  });
  return rows[0]!;
}
