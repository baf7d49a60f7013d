/** The tables of the log except the state, which is never read again. */
export const partsSql = `
  SELECT inhrelid::regclass::text AS name FROM pg_inherits
  WHERE inhparent = 'bus.log'::regclass AND inhrelid <> 'bus.state'::regclass ORDER BY 1`;

/** The topics, each with the place up to which every group of the last 7 days has read it; null without such a group. */
export const boundsSql = `
  SELECT topic.name, topic.compact, slowest.xid::text, slowest.id::text FROM bus.topic LEFT JOIN (
    SELECT DISTINCT ON (topic) topic, xid, id FROM bus.reader
    WHERE seen_at > CURRENT_TIMESTAMP - interval '7 days' ORDER BY topic, xid, id
  ) AS slowest ON slowest.topic = topic.name`;

/**
 * Messages per transaction. While a transaction is open, what others commit is not delivered: a trim of 57,000 in one took 0.7 s,
 * of a thousand 20 ms.
 */
export const batchSize = 1_000;

const columns = 'id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid';

/**
 * Trims the next {@link batchSize} messages of a table of {@link partsSql}. Parameters: the columns of {@link boundsSql} as
 * arrays; the place after which it begins. Returns the place where it ended, and whether others follow. Of several messages with
 * the same key a state topic keeps the last. A replay for only one group is not state.
 */
export const trimSql = (part: string): string => `
  WITH batch AS MATERIALIZED (
    SELECT ctid AS row, topic, created_at, xid, id FROM ${part}
    WHERE (xid, id) > ($5::xid8, $6::bigint) ORDER BY xid, id LIMIT ${batchSize}
  ), gone AS (
    DELETE FROM ${part} AS log
    USING batch JOIN unnest($1::text[], $2::boolean[], $3::xid8[], $4::bigint[]) AS bound (topic, compact, xid, id) USING (topic)
    WHERE log.ctid = batch.row AND CASE WHEN bound.xid IS NULL THEN batch.created_at < CURRENT_TIMESTAMP - interval '7 days'
      ELSE (batch.xid, batch.id) <= (bound.xid, bound.id) END
    RETURNING ${columns.replaceAll(/\b(\w+)\b/g, 'log.$1')}, compact
  ), kept AS (
    INSERT INTO bus.state AS stored (${columns})
    SELECT DISTINCT ON (topic, key) ${columns} FROM gone
    WHERE compact AND strpos(headers, '"only-group"') = 0 ORDER BY topic, key, xid DESC, id DESC
    ON CONFLICT (topic, key) DO UPDATE SET
      id = excluded.id, message_id = excluded.message_id, lane = excluded.lane, headers = excluded.headers,
      body = excluded.body, max_bytes = excluded.max_bytes, created_at = excluded.created_at, xid = excluded.xid
    WHERE (stored.xid, stored.id) < (excluded.xid, excluded.id)
  )
  SELECT xid::text, id::text, (SELECT count(*) FROM batch) = ${batchSize} AS more FROM batch ORDER BY batch.xid DESC, batch.id DESC LIMIT 1`;

/** Every group has read these deletions, so their records can be removed, {@link batchSize} at most. */
export const tombstonesSql = `
  DELETE FROM bus.state WHERE ctid = ANY (ARRAY (SELECT ctid FROM bus.state WHERE body IS NULL LIMIT ${batchSize}))`;
