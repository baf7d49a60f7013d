-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM occurrence WHERE generation <> 0;
CREATE UNIQUE INDEX occurrence_new_pkey ON occurrence (calendar_id, event_uid, instance, generation);
CREATE INDEX occurrence_new_order_idx ON occurrence (account_id, class, start_ms, calendar_id, event_uid, instance)
  INCLUDE (end_ms, deleted);
DROP INDEX occurrence_order_idx;
ALTER INDEX occurrence_new_order_idx RENAME TO occurrence_order_idx;
ALTER TABLE occurrence ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT occurrence_pkey;
ALTER TABLE occurrence ADD CONSTRAINT occurrence_pkey PRIMARY KEY USING INDEX occurrence_new_pkey;
