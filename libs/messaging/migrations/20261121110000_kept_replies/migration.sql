-- Replies are kept until the ask's deadline only: few rows at any time.
CREATE INDEX "inbox_reply_idx" ON "inbox"("received_at") WHERE "reply" IS NOT NULL;
