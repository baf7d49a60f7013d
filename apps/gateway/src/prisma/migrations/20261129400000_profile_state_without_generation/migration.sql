-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM profile_state WHERE generation <> 0;
CREATE UNIQUE INDEX profile_state_new_pkey ON profile_state (profile_id, generation);
CREATE INDEX profile_state_new_account_idx ON profile_state (account_id);
DROP INDEX profile_state_account_idx;
ALTER INDEX profile_state_new_account_idx RENAME TO profile_state_account_idx;
ALTER TABLE profile_state ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT profile_state_pkey;
ALTER TABLE profile_state ADD CONSTRAINT profile_state_pkey PRIMARY KEY USING INDEX profile_state_new_pkey;
