-- Calendars in which the account's application may change and delete external events, as the user has allowed (PERM-1).
CREATE TABLE unrestricted_calendar (
  calendar_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
  allowed_at timestamptz(3) NOT NULL
);
CREATE INDEX unrestricted_calendar_account_id_idx ON unrestricted_calendar (account_id);

-- What an application has requested of its user; deleted by the user's decision, so that its address works once.
CREATE TABLE permission_request (
  -- SHA-256 of the token in the address, hex.
  token_hash text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  -- Calendars by the level that they are to have.
  unrestricted text[] NOT NULL,
  sandbox text[] NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX permission_request_account_id_idx ON permission_request (account_id);
CREATE INDEX permission_request_expires_at_idx ON permission_request (expires_at);

-- Each page of events shows what may be changed, which depends on them.
CREATE INDEX calendar_state_readonly_idx ON calendar_state (account_id) WHERE record ->> 'calendar_readonly' = 'true';
