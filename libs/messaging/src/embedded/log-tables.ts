import { textArray } from '@kalends/service';
import type { Pool } from 'pg';
import type { Incoming } from '../dispatch/incoming.js';
import { header, type Headers, type OutgoingMessage } from '../envelope/envelope.js';

interface Row {
  readonly sequence: string;
  readonly key: string;
  readonly lane: string;
  readonly headers: string;
  readonly body: string | null;
}

export interface Position {
  readonly group: string;
  readonly topic: string;
  readonly sequence: number;
}

type Stored = Pick<OutgoingMessage, 'topic' | 'key' | 'lane' | 'headers' | 'body'>;

/** A message as it is read from the log at `position`. */
export const asRead = ({ topic, key, lane, headers, body }: Stored, position: number): Incoming => ({
  topic,
  partition: 0,
  position,
  key: headers[header.subject] ?? key,
  lane,
  headers,
  body,
});

const pageBytes = 16 * 1024 * 1024;

/** One statement: the topic's row lock is held to its commit, so sequences become visible in order. */
const append = (compact: boolean, transient: boolean): string => `
  WITH durability AS (
    SELECT ${transient ? `set_config('synchronous_commit', 'off', true)` : 'NULL'} AS setting
  ), taken AS (
    UPDATE bus.topic SET last_sequence = last_sequence + $2 WHERE name = $1 RETURNING last_sequence - $2 AS base
  ), stored AS (
    INSERT INTO bus.message (topic, sequence, compact, key, lane, headers, body)
    SELECT $1, base + row.ordinal, ${compact}, row.key, row.lane, row.headers, row.body
      FROM taken, unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
                  AS row(key, lane, headers, body, ordinal)
    ${
      compact
        ? `ON CONFLICT (topic, key) WHERE compact DO UPDATE SET sequence = excluded.sequence, lane = excluded.lane,
             headers = excluded.headers, body = excluded.body, stored_at = CURRENT_TIMESTAMP`
        : ''
    }
  ) SELECT base + $2 AS last, setting FROM taken, durability`;

/** The tables of schema `bus`. */
export class LogTables {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  async createTopics(topics: readonly { readonly name: string; readonly compact: boolean }[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO bus.topic (name, compact) SELECT * FROM unnest($1::text[], $2::boolean[])
       ON CONFLICT (name) DO NOTHING`,
      [topics.map((topic) => topic.name), topics.map((topic) => topic.compact)],
    );
  }

  /**
   * Appends to one topic; returns its new last sequence. Of several messages of one key a state topic keeps the last.
   * Transient: the commit does not wait for the disk, for messages that nobody would miss after a crash of PostgreSQL.
   */
  async append(
    topic: string,
    { compact, transient }: { compact: boolean; transient: boolean },
    messages: readonly OutgoingMessage[],
  ): Promise<number> {
    const newest = new Map(messages.map((message, index) => [message.key, index]));
    const kept = messages
      .map((message, index) => ({ message, ordinal: index + 1 }))
      .filter(({ message, ordinal }) => !compact || newest.get(message.key) === ordinal - 1);
    const { rows } = await this.pool.query<{ last: string }>({
      name: `bus-append-${compact}-${transient}`,
      text: append(compact, transient),
      values: [
        topic,
        messages.length,
        textArray(kept.map(({ message }) => message.key)),
        textArray(kept.map(({ message }) => message.lane)),
        textArray(kept.map(({ message }) => JSON.stringify(message.headers))),
        textArray(kept.map(({ message }) => message.body)),
        kept.map(({ ordinal }) => ordinal),
      ],
    });
    if (!rows[0]) throw new Error(`the topic ${topic} does not exist`);
    return Number(rows[0].last);
  }

  /** The next messages after a sequence, in order: at most `limit`, at most about 16 MiB. */
  async read(topic: string, after: number, limit: number): Promise<Incoming[]> {
    const { rows } = await this.pool.query<Row>({
      name: 'bus-read',
      text: `SELECT sequence, key, lane, headers, body FROM (
               SELECT *, sum(octet_length(body)) OVER (ORDER BY sequence) - octet_length(body) AS before FROM (
                 SELECT * FROM bus.message WHERE topic = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
               ) AS page
             ) AS measured WHERE before IS NULL OR before < ${pageBytes} ORDER BY sequence`,
      values: [topic, after, limit],
    });
    return rows.map(({ sequence, headers, ...row }) =>
      asRead({ topic, ...row, headers: JSON.parse(headers) as Headers }, Number(sequence)),
    );
  }

  /** Per topic: whether it is compacted, and its last sequence. */
  async topics(): Promise<Map<string, { readonly compact: boolean; readonly last: number }>> {
    const { rows } = await this.pool.query<{ name: string; compact: boolean; last_sequence: string }>({
      name: 'bus-topics',
      text: 'SELECT name, compact, last_sequence FROM bus.topic',
    });
    return new Map(rows.map((row) => [row.name, { compact: row.compact, last: Number(row.last_sequence) }]));
  }

  /** The group's stored position (0 at first); from now on the topic is not cut beyond it. */
  async join(group: string, topic: string): Promise<number> {
    const { rows } = await this.pool.query<{ sequence: string }>(
      `INSERT INTO bus.position (group_name, topic, sequence) VALUES ($1, $2, 0)
       ON CONFLICT (group_name, topic) DO UPDATE SET seen_at = CURRENT_TIMESTAMP RETURNING sequence`,
      [group, topic],
    );
    return Number(rows[0]?.sequence ?? 0);
  }

  async positionOf(group: string, topic: string): Promise<number> {
    const { rows } = await this.pool.query<{ sequence: string }>(
      'SELECT sequence FROM bus.position WHERE group_name = $1 AND topic = $2',
      [group, topic],
    );
    return Number(rows[0]?.sequence ?? 0);
  }

  async store(positions: readonly Position[]): Promise<void> {
    await this.pool.query({
      name: 'bus-position',
      text: `INSERT INTO bus.position (group_name, topic, sequence)
             SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
             ON CONFLICT (group_name, topic) DO UPDATE
               SET sequence = greatest(position.sequence, excluded.sequence), seen_at = CURRENT_TIMESTAMP`,
      values: [
        positions.map((position) => position.group),
        positions.map((position) => position.topic),
        positions.map((position) => position.sequence),
      ],
    });
  }

  /**
   * Cuts what every group of the last 7 days has behind it; topics without a group keep 7 days, replies 10 minutes;
   * tombstones go when every group has passed them.
   */
  async cut(): Promise<void> {
    await this.pool.query(`
      DELETE FROM bus.message USING (
        SELECT topic.name, min(position.sequence) AS slowest
          FROM bus.topic LEFT JOIN bus.position
            ON position.topic = topic.name AND position.seen_at > CURRENT_TIMESTAMP - interval '7 days'
         GROUP BY topic.name
      ) AS read
      WHERE message.topic = read.name AND (NOT message.compact OR message.body IS NULL)
        AND (message.sequence <= read.slowest
          OR read.slowest IS NULL AND message.stored_at < CURRENT_TIMESTAMP -
             CASE WHEN read.name LIKE '%.event.reply.v1' THEN interval '10 minutes' ELSE interval '7 days' END)`);
  }
}
