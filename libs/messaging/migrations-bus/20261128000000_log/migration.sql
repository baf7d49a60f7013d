-- The log of the embedded transport is what the outboxes hold: each service's outbox is a child of this table, and a message
-- is in the log with the commit of the transaction that caused it. It is read in the order of (xid, id), up to the oldest
-- transaction that is still going on.
CREATE TABLE "log" (
    "id" BIGINT NOT NULL,
    "message_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" TEXT,
    "max_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "xid" xid8 NOT NULL
);

-- What is published without an outbox: requests to a group that does not take them yet, replies to another process.
CREATE TABLE "published" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "published_pkey" PRIMARY KEY ("xid", "id")
) INHERITS ("log");
CREATE INDEX "published_topic_idx" ON "published" ("topic", "xid", "id");

-- The newest message of each key of a state topic, once every group has read it.
CREATE TABLE "state" (
    CONSTRAINT "state_pkey" PRIMARY KEY ("topic", "key")
) INHERITS ("log");
CREATE INDEX "state_order_idx" ON "state" ("xid", "id");
CREATE INDEX "state_topic_idx" ON "state" ("topic", "xid", "id");

-- Up to where (inclusive) a group has committed the effects of a topic.
CREATE TABLE "reader" (
    "group_name" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "xid" xid8 NOT NULL,
    "id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reader_pkey" PRIMARY KEY ("group_name", "topic")
);

INSERT INTO "published" ("id", "message_id", "topic", "key", "lane", "headers", "body", "max_bytes", "created_at")
SELECT row_number() OVER (ORDER BY "topic", "sequence"), coalesce("headers"::jsonb ->> 'ce_id', ''), "topic", "key", "lane",
       "headers", "body", 2147483647, "stored_at"
  FROM "message";
SELECT setval('published_id_seq', greatest(1, (SELECT max("id") FROM "published")));

INSERT INTO "reader" ("group_name", "topic", "xid", "id", "seen_at")
SELECT "group_name", "topic", pg_current_xact_id(),
       (SELECT count(*) FROM "message" AS "read"
         WHERE ("read"."topic", "read"."sequence") <= ("position"."topic", "position"."sequence")), "seen_at"
  FROM "position";

DROP TABLE "message";
DROP TABLE "position";
ALTER TABLE "topic" DROP COLUMN "last_sequence";
