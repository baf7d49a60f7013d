-- When the application made the calendar (epoch ms); a provider may list it late.
ALTER TABLE calendar ADD COLUMN made_at bigint NOT NULL DEFAULT 0;
