-- Whether a channel reports that the connection of a profile ends within a day, and the end that was last seen (UTC ISO).
ALTER TABLE "channel"
    ADD COLUMN "profile_expiring" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "seen_profile"
    ADD COLUMN "expires_at" TEXT;
