-- How often in a row a provider has refused to let this calendar be read, and until when (epoch ms) it is left alone: the
-- profile's other calendars are read meanwhile.
ALTER TABLE calendar ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN retry_at bigint NOT NULL DEFAULT 0;
