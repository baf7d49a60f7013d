-- A link on which one person picks a time. `definition`: what the application has given, checked. `status`: open, booking (a time is picked, and
-- providers have not confirmed its events yet), completed, disabled.
CREATE TABLE booking_link (
  link_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES application (client_id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  token_sealed text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'booking', 'completed', 'disabled')),
  definition jsonb NOT NULL,
  booking jsonb,
  display_message text,
  refusal text,
  none_suitable_at timestamptz(3),
  none_displayed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  next_look_at timestamptz(3)
);
CREATE INDEX booking_link_client_idx ON booking_link (client_id, created_at, link_id);
CREATE INDEX booking_link_look_idx ON booking_link (next_look_at) WHERE status = 'booking';
CREATE INDEX booking_link_expires_idx ON booking_link (expires_at);
