import type { OutgoingMessage } from '../envelope/envelope.js';
import type { Sql } from '../sql/sql.js';

/**
 * Puts messages into the service's outbox, in the caller's transaction and in the order given. After the commit:
 * `relay.wake()`.
 */
export async function addToOutbox(sql: Sql, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message, ordinal) => ({
    ordinal,
    message_id: message.id,
    topic: message.topic,
    key: message.key,
    lane: message.lane,
    headers: JSON.stringify(message.headers),
    body: message.body,
    max_bytes: message.maxBytes,
  }));
  await sql.query(
    `INSERT INTO outbox (message_id, topic, key, lane, headers, body, max_bytes)
     SELECT message_id, topic, key, lane, headers, body, max_bytes
       FROM json_to_recordset($1::text::json) AS row(ordinal int, message_id text, topic text, key text, lane text,
                                                     headers text, body text, max_bytes int)
      ORDER BY ordinal`,
    [JSON.stringify(rows)],
  );
}

/** What of a topic waits in an outbox. `oldest_s`: seconds since the first of it was put there. */
export interface WaitingMessages {
  topic: string;
  messages: number;
  oldest_s: number;
}

/** What an outbox has not sent yet, the oldest first. */
export async function waitingInOutbox(sql: Sql): Promise<WaitingMessages[]> {
  return sql.query<WaitingMessages>(
    `SELECT topic, count(*)::int AS messages,
            greatest(0, extract(epoch FROM clock_timestamp() - min(created_at)))::int AS oldest_s
     FROM outbox GROUP BY topic ORDER BY min(created_at)`,
    [],
  );
}
