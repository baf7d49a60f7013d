-- The few profiles with warnings are counted without reading the others.
CREATE INDEX "profile_state_warnings_idx" ON "profile_state" (("record" ->> 'provider_name')) WHERE "record" ? 'warnings' AND NOT "deleted";
