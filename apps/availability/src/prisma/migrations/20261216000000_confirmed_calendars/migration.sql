-- Until when a profile's provider reports every change, and when its record was published: the newest shows that calendar-sync works.
ALTER TABLE "profile"
    ADD COLUMN "confirmed_until" BIGINT,
    ADD COLUMN "published_at" BIGINT;
CREATE INDEX "profile_published_at_idx" ON "profile" ("published_at" DESC NULLS LAST);
