-- A provider's failure that may be over in seconds: not before when it is tried again, whatever is notified; since when credentials are
-- refused; since when a calendar is missing from its provider's list,
-- and since when it cannot be read although others of its profile can.
ALTER TABLE "profile"
    ADD COLUMN "reads_wait_until" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "denied_at" BIGINT;
ALTER TABLE "calendar"
    ADD COLUMN "missing_since" BIGINT,
    ADD COLUMN "unread_since" BIGINT;
