-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM former_place WHERE generation <> 0;
CREATE UNIQUE INDEX former_place_new_pkey ON former_place (calendar_id, event_uid, instance, all_day, start_ms, end_ms, generation);
CREATE INDEX former_place_new_account_idx ON former_place (account_id, start_ms);
DROP INDEX former_place_account_idx;
ALTER INDEX former_place_new_account_idx RENAME TO former_place_account_idx;
ALTER TABLE former_place ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT former_place_pkey;
ALTER TABLE former_place ADD CONSTRAINT former_place_pkey PRIMARY KEY USING INDEX former_place_new_pkey;
