import type { EventRecord } from '@kalends/contracts';
import type { Budget, Period } from '@kalends/icalendar';
import { TimeSlices } from '@kalends/service-runtime';
import type { PoolClient } from 'pg';
import {
  bounds,
  materialise,
  roomFor,
  type Materialised,
  type MaterialiseOptions,
  type Truncation,
} from './bounded-series.js';
import { CountChanges } from './count-changes.js';
import { saveFormerPlaces, type RowAfter, type RowBefore } from './former-places.js';
import { isRecurring, rowOf, type OccurrenceRow } from './occurrence-row.js';
import { changeLoads, readLoads, saveTruncations } from './series-load.js';

/** Microseconds of the clock: a number lost in a crash or failover is not issued again. */
const reviseSql = (accounts: string) => `
  INSERT INTO occurrence_revision (account_id, revision)
  SELECT account_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
  FROM unnest(${accounts}::text[]) AS account (account_id)
  ON CONFLICT (account_id) DO UPDATE SET revision = excluded.revision`;

/** Records that the accounts' occurrences have changed; call it in the transaction that changes them. */
export async function reviseOccurrences(client: PoolClient, accountIds: readonly string[]): Promise<void> {
  await client.query(reviseSql('$1'), [accountIds]);
}

/** In chunks: before bounds existed, a series may have been given more rows than one statement can delete in time. */
const deleteBatchSize = 20_000;

const deleteSql = `
  WITH revised AS (${reviseSql('ARRAY[$3]')}), shown_whole AS (
    DELETE FROM truncated_series AS held USING unnest($1::text[], $2::text[]) AS event (calendar_id, event_uid)
    WHERE account_id = $3
      AND held.calendar_id = event.calendar_id AND held.event_uid = event.event_uid)
  DELETE FROM occurrence WHERE ctid = ANY (ARRAY(
    SELECT occurrence.ctid FROM occurrence
    JOIN unnest($1::text[], $2::text[]) AS gone (calendar_id, event_uid) USING (calendar_id, event_uid)
    LIMIT ${deleteBatchSize}))
  RETURNING calendar_id, event_uid, instance, class, start_ms, end_ms, deleted`;

const insertSql = `
  INSERT INTO occurrence (account_id, calendar_id, event_uid, instance, class, start_ms, end_ms, deleted, managed,
                          changed_ms, start_tzid, end_tzid, wire)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::bigint[],
                           $8::boolean[], $9::boolean[], $10::bigint[], $11::text[], $12::text[], $13::text[])
  ON CONFLICT DO NOTHING`;

const countSql = `
  INSERT INTO occurrence_count (account_id, class, day, n)
  SELECT $1, * FROM unnest($2::smallint[], $3::integer[], $4::integer[])
  ON CONFLICT ON CONSTRAINT occurrence_count_pkey DO UPDATE SET n = occurrence_count.n + excluded.n`;

const column = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value) => rows.map(of);
const texts = <Row>(rows: readonly Row[], of: (row: Row) => string | null) => rows.map(of);

interface Row {
  record: EventRecord;
  row: OccurrenceRow;
}

async function insert(client: PoolClient, accountId: string, rows: readonly Row[]) {
  await client.query({
    name: 'insert-occurrences',
    text: insertSql,
    values: [
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

/** Stores the difference to the counts of an account's occurrences. */
export async function saveCounts(client: PoolClient, accountId: string, changes: CountChanges) {
  const rows = changes.rows();
  if (rows.length === 0) return;
  await client.query({
    name: 'change-occurrence-counts',
    text: countSql,
    values: [
      accountId,
      column(rows, (row) => row.class),
      column(rows, (row) => row.day),
      column(rows, (row) => row.by),
    ],
  });
}

/** The account whose occurrences are written, and what changes in their counts. */
export interface RowWriterState {
  client: PoolClient;
  accountId: string;
  changes: CountChanges;
}

/** State of a writer of the read model. */
interface WriteState extends RowWriterState {
  /** Instances of series by calendar, including this transaction's changes. */
  loads: Map<string, number>;
  /** Steps left for the searches of each calendar's series in this transaction. */
  steps: Map<string, Budget>;
  slices: TimeSlices;
  /** The period in which series are materialised. */
  horizon: Period;
  /** Epoch ms. */
  now: number;
}

/** Maximum time for creating the occurrences of one transaction. */
export const deadlineMs = 20_000;

async function removeRows(writing: WriteState, records: readonly EventRecord[]): Promise<RowBefore[]> {
  const { client, accountId, changes, loads } = writing;
  const keys = [texts(records, (one) => one.calendar_id), texts(records, (one) => one.event_uid)];
  const query = { name: 'delete-occurrences', text: deleteSql, values: [...keys, accountId] };
  let rowsBefore: RowBefore[] = [];
  for (;;) {
    const { rows } = await client.query<RowBefore>(query);
    for (const row of rows) {
      changes.add(accountId, row, -1);
      if (row.instance !== '') loads.set(row.calendar_id, (loads.get(row.calendar_id) ?? 0) - 1);
    }
    if (rowsBefore.length === 0) rowsBefore = rows;
    if (rows.length < deleteBatchSize) return rowsBefore;
  }
}

/** Texts of one statement are escaped and copied in one step, at 8 MiB a second where most of it is escaped. */
const insertBatchLimits = { rows: 2_000, bytes: 524_288 };

/** Inserts rows in batches. */
export class RowWriter {
  private waiting: Row[] = [];
  private bytes = 0;
  readonly places: RowAfter[] = [];

  constructor(private readonly writing: RowWriterState) {}

  async add(record: EventRecord, row: OccurrenceRow): Promise<void> {
    const { instance, class: cls, startMs, endMs } = row;
    this.writing.changes.add(this.writing.accountId, { class: cls, start_ms: startMs, deleted: row.deleted }, 1);
    this.places.push({ record, row: { instance, class: cls, startMs, endMs } });
    this.waiting.push({ record, row });
    this.bytes += row.wire.length;
    if (this.waiting.length >= insertBatchLimits.rows || this.bytes >= insertBatchLimits.bytes) await this.flush();
  }

  async flush(): Promise<void> {
    const { client, accountId } = this.writing;
    if (this.waiting.length > 0) await insert(client, accountId, this.waiting);
    this.waiting = [];
    this.bytes = 0;
  }
}

/** Like {@link materialise}, and within the bytes that a series may take. */
async function materialiseWithinBytes(
  record: EventRecord,
  horizon: Period,
  options: MaterialiseOptions,
): Promise<Materialised> {
  const made = await materialise(record, horizon, options);
  const first = made.occurrences[0];
  if (!first || !isRecurring(record)) return made;
  const room = Math.floor(bounds.seriesBytes / rowOf(record, first).wire.length);
  return made.occurrences.length <= room ? made : materialise(record, horizon, { ...options, room });
}

/** Writes the rows of one event; returns where it was truncated. */
async function writeEvent(writing: WriteState, writer: RowWriter, record: EventRecord): Promise<Truncation | null> {
  const { loads, slices, horizon, now } = writing;
  const steps = writing.steps.get(record.calendar_id) ?? { remaining: bounds.steps };
  writing.steps.set(record.calendar_id, steps);
  const used = loads.get(record.calendar_id) ?? 0;
  await slices.next();
  const { occurrences, truncation } = await materialiseWithinBytes(record, horizon, {
    room: roomFor(used),
    steps,
    now,
    slices,
  });
  const seen = new Set<string>();
  for (const occurrence of occurrences) {
    await slices.next();
    const row = rowOf(record, occurrence);
    if (seen.has(row.instance)) continue;
    seen.add(row.instance);
    await writer.add(record, row);
  }
  if (isRecurring(record)) loads.set(record.calendar_id, used + seen.size);
  return truncation;
}

/**
 * Updates the occurrences of one account's events to match their records, within the bounds of `bounded-series.ts`, and
 * keeps the counts exact. Inside the caller's transaction, which has locked the account ({@link lockAccount}). Yields to
 * other work; throws `WorkTooLong` after 20 s.
 */
export async function replaceOccurrences(
  client: PoolClient,
  { now, horizon_from, horizon_target }: ProjectionRow,
  { accountId, records }: { accountId: string; records: readonly EventRecord[] },
): Promise<void> {
  if (records.length === 0) return;
  const before = await readLoads(client, records);
  const loads = new Map(before);
  const changes = new CountChanges();
  const horizon = { start: horizon_from, end: horizon_target };
  const writing = {
    client,
    accountId,
    changes,
    loads,
    steps: new Map<string, Budget>(),
    slices: new TimeSlices({ deadlineMs }),
    horizon,
    now,
  };
  const rowsBefore = await removeRows(writing, records);
  const writer = new RowWriter(writing);
  const cut: [EventRecord, Truncation][] = [];
  for (const record of records) {
    const truncation = await writeEvent(writing, writer, record);
    if (truncation && !record.deleted) cut.push([record, truncation]);
  }
  await writer.flush();
  await saveTruncations(client, accountId, cut);
  await saveFormerPlaces(client, accountId, { rowsBefore, rowsAfter: writer.places, records });
  await changeLoads(client, accountId, { before, after: loads });
  await saveCounts(client, accountId, changes);
}

export interface ProjectionRow {
  horizon_from: number;
  horizon_to: number;
  horizon_target: number;
  /** Epoch ms, by the database's clock. */
  now: number;
}

/** The columns of {@link readProjection}. */
export const projectionColumns = `horizon_from, horizon_to, horizon_target,
  (extract(epoch FROM now()) * 1000)::bigint AS now`;

/** The period over which series are materialised (up to the target from now on). */
export async function readProjection(client: Pick<PoolClient, 'query'>): Promise<ProjectionRow> {
  const { rows } = await client.query<ProjectionRow>({
    name: 'read-projection',
    text: `SELECT ${projectionColumns} FROM projection WHERE projection_id = 1`,
  });
  return rows[0]!;
}
