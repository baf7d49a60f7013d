import type { OutgoingMessage } from '../envelope/envelope.js';
import type { Sql } from '../sql/sql.js';

/** A statement that adds any number of messages to the outbox, in the order given. */
interface OutboxInsert {
  text: string;
  values(messages: readonly OutgoingMessage[]): unknown[];
}

/**
 * `first`: the number of its first parameter, for use in a WITH clause. Its parameters come last. `condition`: SQL; which of the
 * messages to add.
 */
export function outboxInsert(first = 1, condition = 'true'): OutboxInsert {
  const types = ['text', 'text', 'text', 'text', 'text', 'text', 'int'];
  const parameters = types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
  const texts = (messages: readonly OutgoingMessage[], of: (message: OutgoingMessage) => string | null) =>
    messages.map(of);
  return {
    text: `INSERT INTO outbox (message_id, topic, key, lane, headers, body, max_bytes)
     SELECT message_id, topic, key, lane, headers, body, max_bytes
       FROM unnest(${parameters})
            WITH ORDINALITY AS row(message_id, topic, key, lane, headers, body, max_bytes, ordinal)
      WHERE ${condition} ORDER BY ordinal`,
    values: (messages) => [
      texts(messages, ({ id }) => id),
      texts(messages, ({ topic }) => topic),
      texts(messages, ({ key }) => key),
      texts(messages, ({ lane }) => lane),
      texts(messages, ({ headers }) => JSON.stringify(headers)),
      texts(messages, ({ body }) => body),
      messages.map(({ maxBytes }) => maxBytes),
    ],
  };
}

const insert = outboxInsert();

/**
 * Adds messages to the service's outbox, in the caller's transaction and in the order given. After the commit:
 * `relay.wake()`.
 */
export async function addToOutbox(sql: Sql, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length > 0) await sql.query(insert.text, insert.values(messages));
}

/** Pending messages of a topic in an outbox. `oldest_s`: seconds since the oldest was added. */
interface WaitingMessages {
  topic: string;
  messages: number;
  oldest_s: number;
}

const waitingSql = (condition: string) => `
  SELECT topic, count(*)::int AS messages,
         greatest(0, extract(epoch FROM clock_timestamp() - min(created_at)))::int AS oldest_s
  FROM outbox WHERE ${condition} GROUP BY topic ORDER BY min(created_at)`;

/** On the embedded transport messages stay in the outbox for a while after they were read. */
const unreadSql = waitingSql(`EXISTS (
  SELECT FROM bus.reader WHERE reader.topic = outbox.topic AND (reader.xid, reader.id) < (outbox.xid, outbox.id))`);

/**
 * Messages of an outbox that are not on the bus yet, or on the embedded transport not read by every group; the oldest first.
 */
export async function waitingInOutbox(sql: Sql): Promise<WaitingMessages[]> {
  const [row] = await sql.query<{ embedded: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = 'outbox'::regclass) AS embedded",
    [],
  );
  return sql.query<WaitingMessages>(row?.embedded ? unreadSql : waitingSql('true'), []);
}
