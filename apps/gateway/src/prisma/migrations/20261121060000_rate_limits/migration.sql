-- Null: the deployment's default; 0: no limit.
ALTER TABLE application ADD COLUMN rate_limit_per_second integer;
ALTER TABLE application ADD COLUMN rate_limit_per_minute integer;

-- How much of an application's current second and minute the replicas have taken. Lost in a crash without harm.
CREATE UNLOGGED TABLE rate_lease (
  client_id text NOT NULL,
  -- Milliseconds: 1000 or 60000.
  period_ms integer NOT NULL,
  -- Periods since 1970-01-01T00:00Z, by the database's clock.
  period_no bigint NOT NULL,
  taken integer NOT NULL,
  -- What the last taker got.
  granted integer NOT NULL,
  PRIMARY KEY (client_id, period_ms)
);
