-- A provider that cannot be written to now is waited for once, by its profile: not by each of the writes that wait.
ALTER TABLE profile ADD COLUMN write_failures integer NOT NULL DEFAULT 0;
ALTER TABLE profile ADD COLUMN writes_wait_until bigint NOT NULL DEFAULT 0;
-- The next writes of a profile without a look at all that wait; it also serves what the index of profile_id alone did.
CREATE INDEX pending_write_due_idx ON pending_write (profile_id, next_attempt_at, accepted_at);
DROP INDEX pending_write_profile_id_idx;
DROP INDEX pending_write_next_attempt_at_idx;
-- How many of a profile are in hand.
CREATE INDEX pending_write_leased_idx ON pending_write (profile_id) WHERE lease_until > 0;
