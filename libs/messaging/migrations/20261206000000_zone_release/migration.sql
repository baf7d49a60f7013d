-- A rebuild because of newer time zone data: which release it applies, and when it may begin.
ALTER TABLE "rebuild"
    ADD COLUMN "zone_release" TEXT,
    ADD COLUMN "not_before" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
