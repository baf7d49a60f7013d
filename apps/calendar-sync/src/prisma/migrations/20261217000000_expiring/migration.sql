-- When a provider ends a consent, and when the certificate of a server expires (epoch ms); whether the user permitted less than was
-- requested; the end that was published a day before; and whose app passwords a user may need.
ALTER TABLE "oauth_token"
    ADD COLUMN "ends_at" BIGINT,
    ADD COLUMN "less_granted" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "staged_profile"
    ADD COLUMN "less_granted" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "profile"
    ADD COLUMN "certificate_ends_at" BIGINT,
    ADD COLUMN "expires_at" BIGINT,
    ADD COLUMN "app_passwords_of" TEXT;
CREATE INDEX "oauth_token_ends_idx" ON "oauth_token" ("ends_at") WHERE "ends_at" IS NOT NULL;
CREATE INDEX "profile_certificate_ends_idx" ON "profile" ("certificate_ends_at") WHERE "certificate_ends_at" IS NOT NULL;
CREATE INDEX "profile_expires_idx" ON "profile" ("expires_at") WHERE "expires_at" IS NOT NULL;
