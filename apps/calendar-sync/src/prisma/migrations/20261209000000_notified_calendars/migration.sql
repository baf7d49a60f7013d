-- How many notifications of a calendar arrived, and how many of them a read has answered; when a profile is polled whether or not any
-- arrived. Until then a notification leads to reads of its calendar only.
ALTER TABLE "calendar"
    ADD COLUMN "notified" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "notified_read" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "profile" ADD COLUMN "polled_at" BIGINT NOT NULL DEFAULT 0;
