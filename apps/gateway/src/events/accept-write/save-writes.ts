import { outboxInsert, type OutgoingMessage } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import { CountChanges } from '../../read-model/count-changes.js';
import { samePlace } from '../../read-model/former-places.js';
import { isAllDayClass, type OccurrenceRow } from '../../read-model/occurrence-row.js';
import { isSimple, type ChangedEvent } from './changed-event.js';

interface Shown extends ChangedEvent {
  row: OccurrenceRow;
}

/** Changes that a transaction stores: events of any accounts, each once, and the commands in order. */
interface Changes {
  events: readonly ChangedEvent[];
  commands: readonly OutgoingMessage[];
}

const outbox = outboxInsert(32);

const saveSql = `
  WITH pending AS (
    INSERT INTO pending_write
      (account_id, calendar_id, event_uid, event_id, command, deleted, changed_ms, accepted_at, record)
    SELECT account_id, calendar_id, event_uid, event_id, command, deleted, changed_ms, changed_ms, record
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::bigint[], $8::jsonb[])
      AS event (account_id, calendar_id, event_uid, event_id, command, deleted, changed_ms, record)
    ON CONFLICT (calendar_id, event_uid) DO UPDATE SET
      command = excluded.command, deleted = excluded.deleted, changed_ms = excluded.changed_ms,
      record = excluded.record, accepted_at = excluded.accepted_at
  ), revised AS (
    INSERT INTO occurrence_revision (account_id, revision)
    SELECT account_id, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    FROM (SELECT DISTINCT account_id FROM unnest($1::text[]) AS account_id) AS account
    ON CONFLICT (account_id) DO UPDATE SET revision = excluded.revision
  ), shown AS (
    INSERT INTO occurrence (account_id, calendar_id, event_uid, class, start_ms, end_ms, deleted, managed,
                            changed_ms, start_tzid, end_tzid, wire, instance)
    SELECT *, '' FROM unnest($9::text[], $10::text[], $11::text[], $12::smallint[], $13::bigint[], $14::bigint[],
                                 $15::boolean[], $16::boolean[], $17::bigint[], $18::text[], $19::text[], $20::text[])
    ON CONFLICT ON CONSTRAINT occurrence_pkey DO UPDATE SET
      account_id = excluded.account_id, class = excluded.class, start_ms = excluded.start_ms, end_ms = excluded.end_ms,
      deleted = excluded.deleted, managed = excluded.managed, changed_ms = excluded.changed_ms,
      start_tzid = excluded.start_tzid, end_tzid = excluded.end_tzid, wire = excluded.wire
  ), counted AS (
    INSERT INTO occurrence_count (account_id, class, day, n)
    SELECT * FROM unnest($21::text[], $22::smallint[], $23::integer[], $24::integer[])
    ON CONFLICT ON CONSTRAINT occurrence_count_pkey DO UPDATE SET n = occurrence_count.n + excluded.n
  ), moved AS (
    INSERT INTO former_place (account_id, calendar_id, event_uid, all_day, start_ms, end_ms, instance)
    SELECT *, '' FROM unnest($25::text[], $26::text[], $27::text[], $28::boolean[], $29::bigint[], $30::bigint[])
    ON CONFLICT DO NOTHING
  ), logged AS (
    INSERT INTO change_log (client_id, account_id, type, own, subject, command, received_ms, request_id)
    SELECT client_id, account_id, CASE WHEN deleted THEN 'event_deleted' ELSE 'event_changed' END, true,
           json_strip_nulls(json_build_object('calendar_id', calendar_id, 'event_uid', event_uid, 'event_id', event_id)),
           command, changed_ms, request_id
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::bigint[], $31::text[])
      AS event (account_id, calendar_id, event_uid, event_id, command, deleted, changed_ms, request_id)
    JOIN account USING (account_id)
  )
  ${outbox.text}`;

function pendingColumns(events: readonly ChangedEvent[]) {
  const records = events.map(({ record }) => record);
  return [
    records.map((one) => one.account_id),
    records.map((one) => one.calendar_id),
    records.map((one) => one.event_uid),
    events.map(({ eventId }) => eventId),
    records.map((one) => one.command),
    records.map((one) => one.deleted),
    records.map((one) => one.changed_at),
    events.map(({ text }) => text),
  ];
}

const keyColumns = (events: readonly ChangedEvent[]) => [
  events.map(({ record }) => record.account_id),
  events.map(({ record }) => record.calendar_id),
  events.map(({ record }) => record.event_uid),
];

const shownColumns = (shown: readonly Shown[]) => [
  ...keyColumns(shown),
  shown.map(({ row }) => row.class),
  shown.map(({ row }) => row.startMs),
  shown.map(({ row }) => row.endMs),
  shown.map(({ row }) => row.deleted),
  shown.map(({ record }) => record.event_id !== undefined),
  shown.map(({ record }) => record.changed_at),
  shown.map(({ row }) => row.startTzid),
  shown.map(({ row }) => row.endTzid),
  shown.map(({ row }) => row.wire),
];

function countColumns(shown: readonly Shown[]) {
  const changes = new CountChanges();
  for (const { record, rowBefore, row } of shown) {
    if (rowBefore) changes.add(record.account_id, rowBefore, -1);
    changes.add(record.account_id, { class: row.class, start_ms: row.startMs, deleted: row.deleted }, 1);
  }
  const rows = changes.rows();
  return [
    rows.map((row) => row.accountId),
    rows.map((row) => row.class),
    rows.map((row) => row.day),
    rows.map((row) => row.by),
  ];
}

function movedColumns(shown: readonly Shown[]) {
  const moved = shown.filter(({ rowBefore, row }) => rowBefore && !samePlace(rowBefore, row));
  return [
    ...keyColumns(moved),
    moved.map(({ rowBefore }) => isAllDayClass(rowBefore!.class)),
    moved.map(({ rowBefore }) => rowBefore!.start_ms),
    moved.map(({ rowBefore }) => rowBefore!.end_ms),
  ];
}

const batchBytes = 524_288;

/** Chunks of at most 512 KiB, so that neither side works on one statement for long. */
function chunksOf(events: readonly ChangedEvent[]): ChangedEvent[][] {
  const chunks: ChangedEvent[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const size = event.text.length + (event.row?.wire.length ?? 0);
    if (bytes > 0 && bytes + size > batchBytes) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)!.push(event);
    bytes += size;
  }
  return chunks;
}

const send = (client: PoolClient, { events, commands }: Changes) => {
  const shown = events.filter((event): event is Shown => isSimple(event));
  const columns = [...shownColumns(shown), ...countColumns(shown), ...movedColumns(shown)];
  const requests = events.map(({ requestId }) => requestId);
  const values = [...pendingColumns(events), ...columns, requests, ...outbox.values(commands)];
  return client.query({ name: 'save-writes', text: saveSql, values });
};

/**
 * Stores writes, usually in one statement: what readers see, including counts and revisions, and the commands in the outbox.
 * The caller replaces the rows of series. `sent`: the last statement, sent but not yet answered; the caller must await it.
 */
export async function saveWrites(client: PoolClient, changes: Changes): Promise<{ sent: Promise<unknown> }> {
  const chunks = chunksOf(changes.events);
  for (const events of chunks.slice(0, -1)) await send(client, { ...changes, events, commands: [] });
  const sent = send(client, { ...changes, events: chunks.at(-1)! });
  sent.catch(() => undefined);
  return { sent };
}
