-- How the events of a calendar count in availability, where that is declared (ADR 0140).
CREATE TABLE "calendar_counting" (
  "calendar_id" TEXT PRIMARY KEY,
  "account_id" TEXT NOT NULL,
  "counts_as" TEXT NOT NULL CHECK ("counts_as" IN ('shown', 'busy', 'free')),
  "ignores_all_day" BOOLEAN NOT NULL,
  -- Whether the stored events are packed like this.
  "applied" BOOLEAN NOT NULL
);
CREATE INDEX "calendar_counting_account" ON "calendar_counting" ("account_id");
