/**
 * A database that was restored from another server has transaction ids of the future, whose messages would never be read.
 * Pending messages get a new place and are redelivered to groups that had read them; state that every group has read is
 * placed before them.
 */
export const repairSql = `
  DO $$
  DECLARE
    next xid8 := pg_snapshot_xmax(pg_current_snapshot());
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('kalends.log', 0));
    IF EXISTS (SELECT FROM bus.log WHERE xid >= next) OR EXISTS (SELECT FROM bus.reader WHERE xid > next) THEN
      UPDATE bus.state SET xid = '1', id = place FROM (
        SELECT topic, key, row_number() OVER (ORDER BY xid, id) AS place FROM bus.state) AS ordered
      WHERE state.topic = ordered.topic AND state.key = ordered.key;
      UPDATE bus.reader SET xid = '2', id = 0 WHERE xid > next;
      UPDATE bus.log SET xid = pg_current_xact_id() WHERE xid >= next;
    END IF;
  END $$`;
