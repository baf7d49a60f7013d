-- How many instances of series a calendar has in the table occurrence: a calendar has room for so many.
CREATE TABLE "calendar_load" (
  "generation" SMALLINT NOT NULL,
  "calendar_id" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "instances" INTEGER NOT NULL,
  CONSTRAINT "calendar_load_pkey" PRIMARY KEY ("generation", "calendar_id")
);
CREATE INDEX "calendar_load_account_idx" ON "calendar_load" ("account_id");

-- Series that are not shown whole: between shown_from and shown_to nothing is missing.
CREATE TABLE "truncated_series" (
  "generation" SMALLINT NOT NULL,
  "account_id" TEXT NOT NULL,
  "calendar_id" TEXT NOT NULL,
  "event_uid" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "shown_from" BIGINT NOT NULL,
  "shown_to" BIGINT NOT NULL,
  "first_ms" BIGINT NOT NULL,
  "last_ms" BIGINT,
  CONSTRAINT "truncated_series_pkey" PRIMARY KEY ("generation", "account_id", "calendar_id", "event_uid")
);

INSERT INTO "calendar_load" ("generation", "calendar_id", "account_id", "instances")
  SELECT "generation", "calendar_id", min("account_id"), count(*) FROM "occurrence" WHERE "instance" <> '' GROUP BY 1, 2;

-- Series that have too many instances from before there was a bound: the next hourly round shows them within it.
INSERT INTO "truncated_series"
  ("generation", "account_id", "calendar_id", "event_uid", "reason", "shown_from", "shown_to", "first_ms", "last_ms")
  SELECT "generation", "account_id", "calendar_id", "event_uid", 'too_many_instances', 0, 0, min("start_ms"), NULL
  FROM "occurrence" WHERE "instance" <> '' GROUP BY 1, 2, 3, 4 HAVING count(*) > 4000;
