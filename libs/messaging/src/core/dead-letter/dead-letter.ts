import type { Incoming } from '../dispatch/incoming.js';
import { header } from '../envelope/envelope.js';
import type { Sql } from '../sql/sql.js';

/** A message that a group could not handle (or an outbox could not send), as listed to an operator. */
interface DeadLetter {
  readonly id: string;
  readonly group: string;
  readonly messageId: string;
  readonly topic: string;
  readonly key: string;
  readonly lane: string;
  readonly body: string | null;
  readonly reason: 'invalid' | 'failed' | 'too-large';
  readonly error: string;
  readonly deliveries: number;
  readonly position: string;
  /** UTC ISO instant */
  readonly failedAt: string;
}

/** The group of messages that an outbox relay cannot send. */
export const senderGroup = 'outbox';

interface Failure {
  readonly reason: DeadLetter['reason'];
  readonly error: string;
  readonly deliveries: number;
  readonly maxBytes: number;
}

type Letter = Pick<Incoming, 'topic' | 'key' | 'lane' | 'headers' | 'body'> & Partial<Incoming>;

/** Stores a message for the operator. The same message of the same group is stored once, with its newest failure. */
export async function storeDeadLetter(
  sql: Sql,
  { group, letter, failure }: { group: string; letter: Letter; failure: Failure },
): Promise<void> {
  const position = `${letter.partition ?? 0}:${letter.position ?? 0}`;
  await sql.query(
    `INSERT INTO dead_letter
       (group_name, message_id, topic, key, lane, headers, body, max_bytes, reason, error, deliveries, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::int, $9, $10, $11::int, $12)
     ON CONFLICT (group_name, topic, message_id) DO UPDATE SET
       reason = excluded.reason, error = excluded.error, deliveries = excluded.deliveries,
       position = excluded.position, failed_at = CURRENT_TIMESTAMP`,
    [
      group,
      letter.headers[header.id] ?? position,
      letter.topic,
      plain(letter.key),
      plain(letter.lane),
      JSON.stringify(letter.headers),
      letter.body === null ? null : plain(letter.body),
      failure.maxBytes,
      failure.reason,
      plain(failure.error),
      failure.deliveries,
      position,
    ],
  );
}

/** PostgreSQL text cannot contain NUL. */
const plain = (text: string): string => text.replaceAll('\0', '');

/** The dead letters in the schema that `sql` works in, newest first. */
async function list(sql: Sql, options: { readonly limit?: number } = {}): Promise<DeadLetter[]> {
  return sql.query<DeadLetter>(
    `SELECT id::text AS id, group_name AS "group", message_id AS "messageId", topic, key, lane, body, reason, error,
            deliveries, position, to_char(failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "failedAt"
       FROM dead_letter ORDER BY dead_letter.id DESC LIMIT $1::int`,
    [options.limit ?? 100],
  );
}

/** Number of dead letters; health is degraded while it is not 0. */
export async function deadLetterCount(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>('SELECT count(*)::int AS count FROM dead_letter');
  return row?.count ?? 0;
}

/**
 * Sends a dead letter to its group again through the service's outbox; the message id stays the same. One statement, so it
 * is atomic without a transaction. It uses a separate log key: under the message's own key it would displace newer state
 * from a compacted topic. Returns `unknown-dead-letter` when there is none with this id.
 */
async function replay(sql: Sql, id: string): Promise<'replayed' | 'unknown-dead-letter'> {
  if (!isId(id)) return 'unknown-dead-letter';
  const rows = await sql.query(
    `WITH taken AS (DELETE FROM dead_letter WHERE id = $1::text::bigint RETURNING *)
     INSERT INTO outbox (message_id, topic, key, lane, headers, body, max_bytes)
     SELECT message_id, topic, CASE WHEN group_name = '${senderGroup}' THEN key
                                    ELSE 'replay/' || group_name || '/' || message_id END, lane,
            ((headers::jsonb - '${header.deadline}' - '${header.replyTo}')
             || CASE WHEN group_name = '${senderGroup}' THEN '{}'::jsonb
                     ELSE jsonb_build_object('${header.onlyGroup}', group_name) END)::text,
            body, max_bytes
       FROM taken RETURNING id::text`,
    [id],
  );
  return rows.length > 0 ? 'replayed' : 'unknown-dead-letter';
}

/** Deletes a dead letter permanently. */
async function discard(sql: Sql, id: string): Promise<'discarded' | 'unknown-dead-letter'> {
  if (!isId(id)) return 'unknown-dead-letter';
  const rows = await sql.query('DELETE FROM dead_letter WHERE id = $1::text::bigint RETURNING id::text', [id]);
  return rows.length > 0 ? 'discarded' : 'unknown-dead-letter';
}

/**
 * Deletes every dead letter that concerns one of these ids (accounts, applications): by its key, its lane, or anywhere in
 * its body or its error. For erasure, in the transaction that erases the rest.
 */
export async function eraseDeadLetters(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `DELETE FROM dead_letter WHERE EXISTS (
       SELECT FROM unnest($1::text[]) AS one(id)
       WHERE one.id IN (key, lane) OR strpos(body, one.id) > 0 OR strpos(error, one.id) > 0)`,
    [ids],
  );
}

type Erasure =
  | { readonly kind: 'account'; readonly account_id: string }
  | { readonly kind: 'application'; readonly client_id: string; readonly account_ids: readonly string[] };

/** The same for a service's erasure: the accounts, and the application if it is erased as well. */
export const eraseDeadLettersOf = (sql: Sql, erasure: Erasure): Promise<void> =>
  eraseDeadLetters(
    sql,
    erasure.kind === 'account' ? [erasure.account_id] : [erasure.client_id, ...erasure.account_ids],
  );

const isId = (text: string): boolean => /^\d{1,18}$/.test(text);

export const deadLetters = { list, count: deadLetterCount, replay, discard };
