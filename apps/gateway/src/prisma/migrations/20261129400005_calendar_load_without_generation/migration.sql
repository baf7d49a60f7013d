-- Keys and indexes that need no generation, which was 0 in every row. The column stays, with a default, as replicas of the
-- release before go on beside this schema (docs/adr/0055). Writers of the read model end before; reads go on while indexes
-- are made. One table at a time, so that nobody waits for this in a circle.
SELECT pg_advisory_xact_lock(71001);
DELETE FROM calendar_load WHERE generation <> 0;
CREATE UNIQUE INDEX calendar_load_new_pkey ON calendar_load (calendar_id, generation);
ALTER TABLE calendar_load ALTER COLUMN generation SET DEFAULT 0, DROP CONSTRAINT calendar_load_pkey;
ALTER TABLE calendar_load ADD CONSTRAINT calendar_load_pkey PRIMARY KEY USING INDEX calendar_load_new_pkey;
