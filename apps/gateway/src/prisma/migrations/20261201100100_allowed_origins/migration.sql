-- Origins whose pages may call the API for a public client (CORS).
ALTER TABLE application ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';
CREATE INDEX application_allowed_origins_idx ON application USING gin (allowed_origins);
