-- The server for which the last sync of a profile took long, null if it did not: such profiles are synced in places of their own.
ALTER TABLE "profile" ADD COLUMN "slow_server" TEXT;
CREATE INDEX "profile_slow_idx" ON "profile" ("next_sync_at") WHERE "slow_server" IS NOT NULL;
