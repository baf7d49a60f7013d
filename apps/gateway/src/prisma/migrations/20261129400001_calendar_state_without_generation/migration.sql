-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM calendar_state WHERE generation <> 0;
CREATE UNIQUE INDEX calendar_state_new_pkey ON calendar_state (calendar_id, generation);
CREATE INDEX calendar_state_new_account_idx ON calendar_state (account_id);
DROP INDEX calendar_state_account_idx;
ALTER INDEX calendar_state_new_account_idx RENAME TO calendar_state_account_idx;
ALTER TABLE calendar_state ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT calendar_state_pkey;
ALTER TABLE calendar_state ADD CONSTRAINT calendar_state_pkey PRIMARY KEY USING INDEX calendar_state_new_pkey;
