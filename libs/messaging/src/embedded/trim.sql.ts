/** Of several messages with the same key a state topic keeps the last. A replay for only one group is not state. */
export const trimSql = `
  WITH slowest AS (
    SELECT DISTINCT ON (topic) topic, xid, id FROM bus.reader
    WHERE seen_at > CURRENT_TIMESTAMP - interval '7 days' ORDER BY topic, xid, id
  ), gone AS (
    DELETE FROM bus.log USING bus.topic LEFT JOIN slowest ON slowest.topic = topic.name
    WHERE log.topic = topic.name AND log.tableoid <> 'bus.state'::regclass
      AND ((log.xid, log.id) <= (slowest.xid, slowest.id)
        OR slowest.topic IS NULL AND log.created_at < CURRENT_TIMESTAMP - interval '7 days')
    RETURNING log.*, topic.compact
  )
  INSERT INTO bus.state (id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid)
  SELECT DISTINCT ON (topic, key) id, message_id, topic, key, lane, headers, body, max_bytes, created_at, xid FROM gone
  WHERE compact AND strpos(headers, '"only-group"') = 0 ORDER BY topic, key, xid DESC, id DESC
  ON CONFLICT (topic, key) DO UPDATE SET
    id = excluded.id, message_id = excluded.message_id, lane = excluded.lane, headers = excluded.headers,
    body = excluded.body, max_bytes = excluded.max_bytes, created_at = excluded.created_at, xid = excluded.xid`;

/** Every group has read these deletions, so their records can be removed. */
export const tombstonesSql = 'DELETE FROM bus.state WHERE body IS NULL';
