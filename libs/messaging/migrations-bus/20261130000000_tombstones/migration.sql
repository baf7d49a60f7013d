-- Deletions in the state are found without reading the state.
CREATE INDEX "state_tombstone_idx" ON "state" ("topic") WHERE "body" IS NULL;
