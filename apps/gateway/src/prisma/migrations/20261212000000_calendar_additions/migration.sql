-- An event that somebody adds to a calendar while they authorize an application. `request`: what the application has given, checked. `status`:
-- open; chosen (the user has allowed it, and `choice` has the calendar, which may still have to be read); added; refused.
CREATE TABLE calendar_addition (
  addition_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES application (client_id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('open', 'chosen', 'added', 'refused')),
  request jsonb NOT NULL,
  choice jsonb,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  next_look_at timestamptz(3)
);
CREATE INDEX calendar_addition_client_idx ON calendar_addition (client_id, expires_at);
CREATE INDEX calendar_addition_look_idx ON calendar_addition (next_look_at) WHERE status = 'chosen';
CREATE INDEX calendar_addition_expires_idx ON calendar_addition (expires_at);
