-- Where instances have been before: a read with include_moved finds what was ever in its window.
CREATE TABLE former_place (
  generation smallint NOT NULL,
  account_id text NOT NULL,
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  instance text NOT NULL,
  all_day boolean NOT NULL,
  start_ms bigint NOT NULL,
  end_ms bigint NOT NULL,
  PRIMARY KEY (generation, calendar_id, event_uid, instance, all_day, start_ms, end_ms)
);
CREATE INDEX former_place_account_idx ON former_place (generation, account_id, start_ms);
CREATE INDEX former_place_end_idx ON former_place (end_ms);
