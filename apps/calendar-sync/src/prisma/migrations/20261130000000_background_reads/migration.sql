-- Background work reads only the profiles that it concerns: leased, disconnected, of one person at a provider.
CREATE INDEX "profile_lease_idx" ON "profile" ("lease_id") WHERE "lease_id" IS NOT NULL;
CREATE INDEX "profile_disconnected_idx" ON "profile" ("profile_id") WHERE NOT "connected";
CREATE INDEX "profile_username_idx" ON "profile" ("provider_name", "username");
