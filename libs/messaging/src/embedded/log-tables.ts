import type pg from 'pg';
import type { Incoming } from '../core/dispatch/incoming.js';
import { header, type Headers, type OutgoingMessage } from '../core/envelope/envelope.js';
import { compare, type Place } from '../core/outbox/place.js';
import { batchSize, boundsSql, partsSql, tombstonesSql, trimSql } from './trim.sql.js';
import { repairSql } from './repair.sql.js';

/** A message of the log, and its place. */
export interface Logged {
  readonly place: Place;
  readonly message: Omit<Incoming, 'position'>;
}

interface Row {
  readonly xid: string;
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly lane: string;
  readonly headers: string;
  readonly body: string | null;
}

type Stored = Pick<OutgoingMessage, 'topic' | 'key' | 'lane' | 'headers' | 'body'>;

/** A message as it is read from the log. */
export const asRead = ({ topic, key, lane, headers, body }: Stored): Logged['message'] => ({
  topic,
  partition: 0,
  key: headers[header.subject] ?? key,
  lane,
  headers,
  body,
});

const loggedOf = ({ xid, id, headers, ...row }: Row): Logged => ({
  place: { xid, id },
  message: asRead({ ...row, headers: JSON.parse(headers) as Headers }),
});

const pageSize = 500;
const pageBytes = 4 * 1024 * 1024;

/** Rows of the log that meet a condition, in order, at most 500 and about 4 MiB. */
const page = (condition: string) => `
  SELECT xid::text, id::text, topic, key, lane, headers, body FROM (
    SELECT *, sum(octet_length(body)) OVER (ORDER BY xid, id) - octet_length(body) AS before FROM (
      SELECT xid, id, topic, key, lane, headers, body FROM bus.log WHERE ${condition} ORDER BY xid, id LIMIT ${pageSize}
    ) AS page
  ) AS measured WHERE before IS NULL OR before < ${pageBytes} ORDER BY measured.xid, measured.id`;

const tailSql = `
  WITH known AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS oldest)
  SELECT oldest::text, coalesce((SELECT xid FROM bus.log ORDER BY xid DESC LIMIT 1) >= oldest, false) AS waits, page.*
  FROM known LEFT JOIN (${page('(xid, id) > ($1::xid8, $2::bigint) AND xid < (SELECT oldest FROM known)')}) AS page ON true`;

/** What was appended to the log after a place. */
interface Tail {
  readonly messages: Logged[];
  /** Everything before it has been read. */
  readonly head: Place;
  /** Whether more can be read immediately. */
  readonly more: boolean;
  /** Whether an older transaction that is still open keeps messages from being read. */
  readonly waits: boolean;
}

export interface StoredPosition extends Place {
  readonly group: string;
  readonly topic: string;
}

/** Up to where a topic is trimmed; null: by age. */
interface Bound {
  readonly name: string;
  readonly compact: boolean;
  readonly xid: string | null;
  readonly id: string | null;
}

/** A pool, or a connection. */
interface Queryable {
  query<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** The tables of schema `bus`. */
export class LogTables {
  constructor(private readonly pool: Queryable) {}

  async createTopics(topics: readonly { readonly name: string; readonly compact: boolean }[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO bus.topic (name, compact) SELECT * FROM unnest($1::text[], $2::boolean[])
       ON CONFLICT (name) DO NOTHING`,
      [topics.map((topic) => topic.name), topics.map((topic) => topic.compact)],
    );
  }

  /** The place before everything that an open transaction may still write; repairs the log of a restored database. */
  async open(): Promise<Place> {
    await this.pool.query(repairSql);
    const { rows } = await this.pool.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
    );
    return { xid: rows[0]!.xid, id: '0' };
  }

  /** Messages of all topics after a place. */
  async tail({ xid, id }: Place): Promise<Tail> {
    const { rows } = await this.pool.query<{ oldest: string; waits: boolean } & (Row | { xid: null })>({
      name: 'bus-tail',
      text: tailSql,
      values: [xid, id],
    });
    const { oldest, waits } = rows[0]!;
    const messages = rows.filter((row): row is typeof row & Row => row.xid !== null).map(loggedOf);
    messages.sort((one, other) => compare(one.place, other.place));
    const bytes = messages.reduce((sum, { message }) => sum + (message.body?.length ?? 0), 0);
    const more = messages.length === pageSize || bytes > pageBytes / 2;
    return { messages, head: more ? messages.at(-1)!.place : { xid: oldest, id: '0' }, more, waits };
  }

  /** The next messages of a topic after a place, up to another one (inclusive). */
  async read(topic: string, after: Place, to: Place): Promise<Logged[]> {
    const { rows } = await this.pool.query<Row>({
      name: 'bus-read',
      text: page('topic = $1 AND (xid, id) > ($2::xid8, $3::bigint) AND (xid, id) <= ($4::xid8, $5::bigint)'),
      values: [topic, after.xid, after.id, to.xid, to.id],
    });
    return rows.map(loggedOf);
  }

  /** The place of a topic's last message; null without one. */
  async end(topic: string): Promise<Place | null> {
    const { rows } = await this.pool.query<Place>(
      `SELECT xid::text, id::text FROM bus.log WHERE topic = $1 AND xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY log.xid DESC, log.id DESC LIMIT 1`,
      [topic],
    );
    return rows[0] ?? null;
  }

  /** How many messages of a topic a group has not committed yet. */
  async lag(group: string, topic: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM bus.log WHERE topic = $2 AND (xid, id) >
         (SELECT coalesce(max(reader.xid), '0'::xid8), coalesce(max(reader.id), 0) FROM bus.reader
           WHERE group_name = $1 AND reader.topic = $2)`,
      [group, topic],
    );
    return rows[0]!.n;
  }

  /** The group's stored position, initially the beginning; a trim that begins from now on leaves what follows it. */
  async join(group: string, topic: string): Promise<Place> {
    const { rows } = await this.pool.query<Place>(
      `INSERT INTO bus.reader AS held (group_name, topic, xid, id) VALUES ($1, $2, '0', 0)
       ON CONFLICT (group_name, topic) DO UPDATE SET seen_at = CURRENT_TIMESTAMP RETURNING held.xid::text, held.id::text`,
      [group, topic],
    );
    return rows[0]!;
  }

  async positionOf(group: string, topic: string): Promise<Place | null> {
    const { rows } = await this.pool.query<Place>(
      'SELECT xid::text, id::text FROM bus.reader WHERE group_name = $1 AND topic = $2',
      [group, topic],
    );
    return rows[0] ?? null;
  }

  async store(positions: readonly StoredPosition[]): Promise<void> {
    await this.pool.query({
      name: 'bus-position',
      text: `INSERT INTO bus.reader AS held (group_name, topic, xid, id)
             SELECT * FROM unnest($1::text[], $2::text[], $3::xid8[], $4::bigint[])
             ON CONFLICT (group_name, topic) DO UPDATE
               SET xid = excluded.xid, id = excluded.id, seen_at = CURRENT_TIMESTAMP
             WHERE (held.xid, held.id) < (excluded.xid, excluded.id)`,
      values: [
        positions.map(({ group }) => group),
        positions.map(({ topic }) => topic),
        positions.map(({ xid }) => xid),
        positions.map(({ id }) => id),
      ],
    });
  }

  /**
   * Deletes what every group of the last 7 days has read, for state topics by moving it into `bus.state`; topics without a
   * group keep 7 days. In transactions of at most {@link batchSize} messages; ends early when aborted.
   */
  async trim(signal?: AbortSignal): Promise<void> {
    const parts = await this.pool.query<{ name: string }>(partsSql);
    const { rows } = await this.pool.query<Bound>(boundsSql);
    // read once: what is older than a record in `bus.state` is deleted before that record can be
    const bounds = (['name', 'compact', 'xid', 'id'] as const).map((column) => rows.map((row) => row[column]));
    for (const { name } of parts.rows) await this.trimPart(name, bounds, signal);
    let deleted: number | null = batchSize;
    while (deleted === batchSize && !signal?.aborted) deleted = (await this.pool.query(tombstonesSql)).rowCount;
  }

  private async trimPart(part: string, bounds: unknown[], signal: AbortSignal | undefined): Promise<void> {
    let next: (Place & { more: boolean }) | undefined = { xid: '0', id: '0', more: true };
    while (next?.more && !signal?.aborted) {
      const values: unknown[] = [...bounds, next.xid, next.id];
      const { rows }: pg.QueryResult<typeof next> = await this.pool.query(trimSql(part), values);
      next = rows[0];
    }
  }
}
