-- The log of the embedded transport. A sequence is taken by updating the topic's row, so that lock is held to commit:
-- a reader that has seen a sequence has seen every lower one.
CREATE TABLE "topic" (
    "name" TEXT NOT NULL,
    "compact" BOOLEAN NOT NULL,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "topic_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "message" (
    "topic" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "compact" BOOLEAN NOT NULL,
    "key" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" TEXT,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_pkey" PRIMARY KEY ("topic", "sequence")
);

CREATE UNIQUE INDEX "message_newest_per_key" ON "message"("topic", "key") WHERE "compact";

-- Up to which sequence (inclusive) a group has committed the effects of a topic.
CREATE TABLE "position" (
    "group_name" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "position_pkey" PRIMARY KEY ("group_name", "topic")
);
