-- The order in which transactions committed is not that of their ids: a reader goes by the transaction, and reads only what no
-- transaction that is still going on can come before.
ALTER TABLE "outbox" ADD COLUMN "xid" xid8 NOT NULL DEFAULT pg_current_xact_id();
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_pkey";
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_pkey" PRIMARY KEY ("xid", "id");
