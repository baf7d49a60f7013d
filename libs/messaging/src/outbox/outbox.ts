import { textArray } from '@kalends/service';
import type { OutgoingMessage } from '../envelope/envelope.js';
import type { Sql } from '../sql/sql.js';

/**
 * Puts messages into the service's outbox, in the caller's transaction and in the order given. After the commit:
 * `relay.wake()`.
 */
export async function addToOutbox(sql: Sql, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const texts = (of: (message: OutgoingMessage) => string | null): Buffer => textArray(messages.map(of));
  await sql.query(
    `INSERT INTO outbox (message_id, topic, key, lane, headers, body, max_bytes)
     SELECT message_id, topic, key, lane, headers, body, max_bytes
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
            WITH ORDINALITY AS row(message_id, topic, key, lane, headers, body, max_bytes, ordinal)
      ORDER BY ordinal`,
    [
      texts(({ id }) => id),
      texts(({ topic }) => topic),
      texts(({ key }) => key),
      texts(({ lane }) => lane),
      texts(({ headers }) => JSON.stringify(headers)),
      texts(({ body }) => body),
      messages.map(({ maxBytes }) => maxBytes),
    ],
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
