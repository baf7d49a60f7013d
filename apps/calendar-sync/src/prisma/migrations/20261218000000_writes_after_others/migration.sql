-- The write that the provider has to accept first: it creates the rest of a series that this one shortens.
ALTER TABLE "pending_write"
    ADD COLUMN "after_event_uid" TEXT,
    ADD COLUMN "after_command" BIGINT;
