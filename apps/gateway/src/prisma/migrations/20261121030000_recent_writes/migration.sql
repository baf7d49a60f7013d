-- Availability is told of the application's own writes of the last minute: they are few, also in a calendar of thousands.
CREATE INDEX event_state_written_idx ON event_state (generation, account_id, revision) WHERE command > 0;
