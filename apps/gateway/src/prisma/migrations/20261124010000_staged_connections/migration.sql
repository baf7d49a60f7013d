-- Connections that a user has made and that no application may use yet: calendar-sync has their credentials under
-- `profile_id`. They are published when the user allows it, and erased when the user denies it or `expires_at` has come.
CREATE TABLE staged_connection (
  profile_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES application (client_id) ON DELETE CASCADE,
  journey_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- From here on null until the provider has said who it is.
  identity_hash text,
  provider_name text,
  profile_name text,
  calendar_names text[] NOT NULL DEFAULT '{}',
  -- An identity of the time before they were proved, which was proved with this connection.
  earlier_identity_hash text,
  -- As the provider vouches for it.
  email text
);
CREATE INDEX staged_connection_journey_id_idx ON staged_connection (journey_id);
CREATE INDEX staged_connection_client_id_idx ON staged_connection (client_id);
CREATE INDEX staged_connection_expires_at_idx ON staged_connection (expires_at);

-- How a journey ended: an answer is given once, and the same again to a button pressed twice.
CREATE TABLE journey_end (
  journey_id text PRIMARY KEY,
  allowed boolean NOT NULL,
  account_id text,
  profile_id text,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX journey_end_expires_at_idx ON journey_end (expires_at);
