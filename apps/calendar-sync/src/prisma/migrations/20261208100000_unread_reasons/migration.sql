-- Why a profile or a calendar cannot be read, as a code; and when a calendar that fails was last read.
ALTER TABLE "profile"
    ADD COLUMN "reason" TEXT;
ALTER TABLE "calendar"
    ADD COLUMN "reason" TEXT,
    ADD COLUMN "last_read" BIGINT;
