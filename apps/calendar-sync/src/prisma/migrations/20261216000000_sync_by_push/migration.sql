-- When a channel was opened, when its provider last proved that notifications arrive, and since when one is known to have been lost.
ALTER TABLE "push_channel"
    ADD COLUMN "opened_at" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "proved_at" BIGINT,
    ADD COLUMN "doubted_at" BIGINT;
-- Those that are open have notified so far.
UPDATE "push_channel" SET "proved_at" = 0 WHERE "resource_id" IS NOT NULL AND NOT "closing";

-- When anybody last used the account, when all was last read, until when nothing else is to be read, and when the record was published.
ALTER TABLE "profile"
    ADD COLUMN "used_at" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "last_poll" BIGINT,
    ADD COLUMN "confirmed_until" BIGINT,
    ADD COLUMN "published_at" BIGINT;
CREATE INDEX "profile_published_at_idx" ON "profile" ("published_at");

-- When a read last found a change, and when one without a proven channel is read next; null: with all of its profile.
ALTER TABLE "calendar"
    ADD COLUMN "changed_at" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "poll_at" BIGINT;
