-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM event_state WHERE generation <> 0;
CREATE UNIQUE INDEX event_state_new_pkey ON event_state (calendar_id, event_uid, generation);
CREATE INDEX event_state_new_account_idx ON event_state (account_id, recurring);
CREATE INDEX event_state_new_written_idx ON event_state (account_id, revision) WHERE command > 0;
DROP INDEX event_state_account_idx;
ALTER INDEX event_state_new_account_idx RENAME TO event_state_account_idx;
DROP INDEX event_state_written_idx;
ALTER INDEX event_state_new_written_idx RENAME TO event_state_written_idx;
ALTER TABLE event_state ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT event_state_pkey;
ALTER TABLE event_state ADD CONSTRAINT event_state_pkey PRIMARY KEY USING INDEX event_state_new_pkey;
