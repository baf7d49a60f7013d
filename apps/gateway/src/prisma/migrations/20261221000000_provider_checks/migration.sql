-- What the last check of the OAuth client at a provider found. "client": a digest of what was checked, since findings are about nothing else.
CREATE TABLE "provider_check" (
  "provider" TEXT NOT NULL,
  "client" TEXT NOT NULL,
  "claimed_at" TIMESTAMPTZ NOT NULL,
  "checked_at" TIMESTAMPTZ,
  "findings" JSONB NOT NULL DEFAULT '[]',
  CONSTRAINT "provider_check_pkey" PRIMARY KEY ("provider")
);

-- The profiles of a provider are counted by state, up to a bound, without reading those of others.
CREATE INDEX "profile_state_reading_idx" ON "profile_state" (
  ("record" ->> 'provider_name'),
  (CASE
    WHEN "record" @> '{"connected":false}' THEN 'disconnected'
    WHEN "record" @> '{"set_aside":true}' THEN 'set_aside'
    WHEN "record" ? 'error' THEN 'failing'
    WHEN "record" @> '{"initial_sync":"done"}' THEN 'ok'
    ELSE 'pending'
  END)
) WHERE NOT "deleted";
