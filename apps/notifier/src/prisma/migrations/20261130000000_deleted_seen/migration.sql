-- Old deletions are found without reading the events that exist.
CREATE INDEX "seen_event_deleted_idx" ON "seen_event" ("changed_at") WHERE "deleted";
