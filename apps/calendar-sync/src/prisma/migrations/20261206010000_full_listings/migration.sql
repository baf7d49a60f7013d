-- When everything in the calendar is next listed and compared, whatever its provider reports as changed (epoch ms); the
-- ctag that it had at its last read, which counts once it is seen again; and how many of its objects cannot be read.
ALTER TABLE calendar
  ADD COLUMN listing_due_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN ctag_seen text,
  ADD COLUMN unreadable integer NOT NULL DEFAULT 0;

-- Spread over the first day.
UPDATE calendar SET listing_due_at = (extract(epoch FROM now()) * 1000 + random() * 86400000)::bigint;
