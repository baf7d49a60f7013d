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
