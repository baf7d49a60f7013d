-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM occurrence_count WHERE generation <> 0;
CREATE UNIQUE INDEX occurrence_count_new_pkey ON occurrence_count (account_id, class, day, generation);
CREATE INDEX occurrence_count_new_cover_idx ON occurrence_count (account_id, class, day) INCLUDE (n);
DROP INDEX occurrence_count_cover_idx;
ALTER INDEX occurrence_count_new_cover_idx RENAME TO occurrence_count_cover_idx;
ALTER TABLE occurrence_count ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT occurrence_count_pkey;
ALTER TABLE occurrence_count ADD CONSTRAINT occurrence_count_pkey PRIMARY KEY USING INDEX occurrence_count_new_pkey;
