-- For measuring how long a change at a provider takes to be readable: NULL in rows that a process of the release before writes.
ALTER TABLE profile ADD COLUMN notified_at bigint;
