-- Messages of this service that wait for their way to the bus. Written in the transaction of the state change.
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "message_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" TEXT,
    "max_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- Messages whose effects are committed here; an ask's reply is kept for its redelivery.
CREATE TABLE "inbox" (
    "group_name" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "reply" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("group_name", "message_id")
);

CREATE INDEX "inbox_received_at_idx" ON "inbox"("received_at");

-- Messages that this service could not take (or not send), kept until an operator replays or discards them.
CREATE TABLE "dead_letter" (
    "id" BIGSERIAL NOT NULL,
    "group_name" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" TEXT,
    "max_bytes" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "deliveries" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "dead_letter_group_name_topic_message_id_key" ON "dead_letter"("group_name", "topic", "message_id");
