-- Since when a calendar cannot be read although others of its profile can: its busy time is known up to then only.
ALTER TABLE "calendar" ADD COLUMN "unread_since" BIGINT;
