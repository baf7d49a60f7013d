-- How many times in a row the process ended during a sync of the profile; and when it was set aside for that (epoch ms).
ALTER TABLE profile ADD COLUMN deaths integer NOT NULL DEFAULT 0, ADD COLUMN set_aside_at bigint;
