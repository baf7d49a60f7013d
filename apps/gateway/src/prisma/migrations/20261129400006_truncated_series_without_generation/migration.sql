-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM truncated_series WHERE generation <> 0;
CREATE UNIQUE INDEX truncated_series_new_pkey ON truncated_series (account_id, calendar_id, event_uid, generation);
ALTER TABLE truncated_series ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT truncated_series_pkey;
ALTER TABLE truncated_series ADD CONSTRAINT truncated_series_pkey PRIMARY KEY USING INDEX truncated_series_new_pkey;
