import type { Client } from 'pg';
import { header, type Headers, type OutgoingMessage } from '../envelope/envelope.js';
import type { Place } from './place.js';

export interface OutboxRow extends OutgoingMessage {
  /** The message's own id is `messageId`. */
  readonly place: Place;
  readonly messageId: string;
}

interface Stored {
  readonly id: string;
  readonly xid: string;
  readonly message_id: string;
  readonly topic: string;
  readonly key: string;
  readonly lane: string;
  readonly headers: string;
  readonly body: string | null;
  readonly max_bytes: number;
}

const pageSize = 500;
const pageBytes = 4 * 1024 * 1024;

interface OutboxPage {
  readonly rows: OutboxRow[];
  /** Whether an older transaction that is still open keeps messages from being read. */
  readonly waits: boolean;
}

/**
 * The next rows after a place, in order: at most 500, at most about 4 MiB. Only rows that no open transaction can precede:
 * nothing appears below a place that was read (PostgreSQL's manual, 9.27.8).
 */
export async function readPage(client: Client, { xid, id }: Place): Promise<OutboxPage> {
  const { rows } = await client.query<{ waits: boolean } & (Stored | { id: null })>({
    name: 'outbox-page',
    text: `WITH known AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS oldest)
           SELECT coalesce((SELECT xid FROM outbox ORDER BY xid DESC LIMIT 1) >= oldest, false) AS waits, measured.*
           FROM known LEFT JOIN (
             SELECT *, sum(octet_length(body)) OVER (ORDER BY xid, id) - octet_length(body) AS before FROM (
               SELECT * FROM outbox WHERE (xid, id) > ($1::xid8, $2::bigint) AND xid < (SELECT oldest FROM known)
               ORDER BY xid, id LIMIT ${pageSize}
             ) AS page
           ) AS measured ON before IS NULL OR before < ${pageBytes} ORDER BY xid, measured.id`,
    values: [xid, id],
  });
  const stored = rows.filter((row): row is { waits: boolean } & Stored => row.id !== null);
  return { rows: stored.map(rowOf), waits: rows[0]?.waits ?? false };
}

function rowOf(row: Stored): OutboxRow {
  const headers = JSON.parse(row.headers) as Headers;
  return {
    id: String(row.id),
    place: { xid: String(row.xid), id: String(row.id) },
    messageId: headers[header.id] ?? row.message_id,
    topic: row.topic,
    key: row.key,
    lane: row.lane,
    headers,
    body: row.body,
    maxBytes: row.max_bytes,
  };
}

export async function deleteRows(client: Client, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await client.query({
    name: 'outbox-sent',
    text: `DELETE FROM outbox USING unnest($1::xid8[], $2::bigint[]) AS sent (xid, id)
           WHERE outbox.xid = sent.xid AND outbox.id = sent.id`,
    values: [places.map(({ xid }) => xid), places.map(({ id }) => id)],
  });
}
