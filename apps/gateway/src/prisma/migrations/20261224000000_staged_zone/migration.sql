-- What the provider states, then what the user has chosen; null: as when the connection was staged.
ALTER TABLE "staged_connection" ADD COLUMN "tzid" TEXT;
