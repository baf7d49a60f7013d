/** The tables of the log except the state, which is never read again. */
export const partsSql = `
  SELECT inhrelid::regclass::text AS name FROM pg_inherits
  WHERE inhparent = 'bus.log'::regclass AND inhrelid <> 'bus.state'::regclass ORDER BY 1`;

const deletionOf = (part: string) => `
    DELETE FROM ${part} AS log USING bus.topic LEFT JOIN slowest ON slowest.topic = topic.name
    WHERE log.topic = topic.name
      AND ((log.xid, log.id) <= (slowest.xid, slowest.id)
        OR slowest.topic IS NULL AND log.created_at < CURRENT_TIMESTAMP - interval '7 days')
    RETURNING log.id, message_id, log.topic, key, lane, headers, body, max_bytes, created_at, log.xid, topic.compact`;

/**
 * Of several messages with the same key a state topic keeps the last. A replay for only one group is not state. `parts`:
 * the tables to trim, from {@link partsSql}.
 */
export const trimSql = (parts: readonly string[]): string => `
  WITH slowest AS (
    SELECT DISTINCT ON (topic) topic, xid, id FROM bus.reader
    WHERE seen_at > CURRENT_TIMESTAMP - interval '7 days' ORDER BY topic, xid, id
  ), ${parts.map((part, index) => `gone_${index} AS (${deletionOf(part)})`).join(', ')}, gone AS (
    ${parts.map((_, index) => `SELECT * FROM gone_${index}`).join(' UNION ALL ')}
  )
  INSERT INTO bus.state (id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid)
  SELECT DISTINCT ON (topic, key) id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid FROM gone
  WHERE compact AND strpos(headers, '"only-group"') = 0 ORDER BY topic, key, xid DESC, id DESC
  ON CONFLICT (topic, key) DO UPDATE SET
    id = excluded.id, message_id = excluded.message_id, lane = excluded.lane, headers = excluded.headers,
    body = excluded.body, max_bytes = excluded.max_bytes, created_at = excluded.created_at, xid = excluded.xid`;

/** Every group has read these deletions, so their records can be removed. */
export const tombstonesSql = 'DELETE FROM bus.state WHERE body IS NULL';
