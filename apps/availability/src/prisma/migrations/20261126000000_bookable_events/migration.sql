-- An application's own events for which people can be registered. The row of an event is locked by whoever changes its
-- registrations, so that its counts and its capacity (null: unlimited) are exact.
CREATE TABLE bookable_event (
  client_id         text    NOT NULL,
  bookable_event_id text    NOT NULL,
  start_ms          bigint  NOT NULL,
  end_ms            bigint  NOT NULL,
  status            text    NOT NULL,
  capacity          integer,
  registered_count  integer NOT NULL DEFAULT 0,
  total_count       integer NOT NULL DEFAULT 0,
  -- of the registration made last; registrations are read in this order
  last_place        integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, bookable_event_id),
  CHECK (registered_count <= coalesce(capacity, registered_count) AND registered_count BETWEEN 0 AND total_count)
);

CREATE TABLE registration (
  client_id         text    NOT NULL,
  bookable_event_id text    NOT NULL,
  registration_id   text    NOT NULL,
  place             integer NOT NULL,
  status            text    NOT NULL,
  metadata          jsonb   NOT NULL,
  PRIMARY KEY (client_id, bookable_event_id, registration_id),
  FOREIGN KEY (client_id, bookable_event_id) REFERENCES bookable_event (client_id, bookable_event_id) ON DELETE CASCADE
);
CREATE INDEX registration_place_idx ON registration (client_id, bookable_event_id, place);
