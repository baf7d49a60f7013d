-- What other services know of an application is told with a revision; 0 = not told yet.
ALTER TABLE application ADD COLUMN revision bigint NOT NULL DEFAULT 0;
