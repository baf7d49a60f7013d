-- When the user of a profile works, as its provider states it: a zone and hours of every week (null: not known), and when that is read
-- again (epoch ms).
ALTER TABLE "profile"
    ADD COLUMN "working_hours" JSONB,
    ADD COLUMN "hours_due_at" BIGINT NOT NULL DEFAULT 0;
