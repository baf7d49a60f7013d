-- How often something happened in an hour, for the operator's charts of the last day; names and outcomes are closed sets.
CREATE TABLE "hourly_count" (
    "hour" TIMESTAMPTZ NOT NULL,
    "name" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "hourly_count_pkey" PRIMARY KEY ("hour", "name", "about", "outcome")
);
