import type { Client } from 'pg';
import type { Snapshot } from './floor.js';
import { header, type Headers, type OutgoingMessage } from '../envelope/envelope.js';

export interface OutboxRow extends OutgoingMessage {
  /** id of the row, which orders the outbox; the message's own id is `messageId` */
  readonly id: string;
  readonly messageId: string;
}

interface Stored {
  readonly id: string;
  readonly message_id: string;
  readonly topic: string;
  readonly key: string;
  readonly lane: string;
  readonly headers: string;
  readonly body: string | null;
  readonly max_bytes: number;
}

const pageSize = 500;
const pageBytes = 16 * 1024 * 1024;

export interface OutboxPage {
  readonly rows: OutboxRow[];
  /** What the page was read in. */
  readonly snapshot: Snapshot;
}

type SnapshotRow = { readonly oldest: string; readonly next: string };

/** The next rows after an id, in order: at most 500, at most about 16 MiB. */
export async function readPage(client: Client, after: string): Promise<OutboxPage> {
  const { rows } = await client.query<SnapshotRow & (Stored | { id: null })>({
    name: 'outbox-page',
    text: `SELECT pg_snapshot_xmin(snapshot)::text AS oldest, pg_snapshot_xmax(snapshot)::text AS next, measured.*
           FROM pg_current_snapshot() AS snapshot LEFT JOIN (
             SELECT *, sum(octet_length(body)) OVER (ORDER BY id) - octet_length(body) AS before FROM (
               SELECT * FROM outbox WHERE id > $1::bigint ORDER BY id LIMIT ${pageSize}
             ) AS page
           ) AS measured ON before IS NULL OR before < ${pageBytes} ORDER BY id`,
    values: [after],
  });
  const { oldest, next } = rows[0]!;
  const stored = rows.filter((row): row is SnapshotRow & Stored => row.id !== null);
  return { rows: stored.map(rowOf), snapshot: { oldest: BigInt(oldest), next: BigInt(next) } };
}

function rowOf(row: Stored): OutboxRow {
  const headers = JSON.parse(row.headers) as Headers;
  return {
    id: String(row.id),
    messageId: headers[header.id] ?? row.message_id,
    topic: row.topic,
    key: row.key,
    lane: row.lane,
    headers,
    body: row.body,
    maxBytes: row.max_bytes,
  };
}

export async function deleteRows(client: Client, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query({ name: 'outbox-sent', text: 'DELETE FROM outbox WHERE id = ANY($1::bigint[])', values: [ids] });
}
