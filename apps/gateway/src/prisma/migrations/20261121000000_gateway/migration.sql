-- Applications and the people who run them -------------------------------------------------------------------------

CREATE TABLE developer (
  developer_id text PRIMARY KEY,
  name text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE application (
  client_id text PRIMARY KEY,
  developer_id text REFERENCES developer ON DELETE CASCADE,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  plan text NOT NULL,
  hide_managed_events boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX application_developer_id_idx ON application (developer_id);

CREATE TABLE application_secret (
  secret_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES application ON DELETE CASCADE,
  secret_hash text NOT NULL UNIQUE,
  secret_sealed text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX application_secret_client_id_idx ON application_secret (client_id);

-- Accounts and what they granted ------------------------------------------------------------------------------------

CREATE TABLE account (
  account_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES application ON DELETE CASCADE,
  email text,
  name text,
  default_tzid text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX account_client_id_idx ON account (client_id);

-- The same provider profile, connected again in the same application, belongs to the same account.
CREATE TABLE profile_identity (
  client_id text NOT NULL REFERENCES application ON DELETE CASCADE,
  identity_hash text NOT NULL,
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  profile_id text NOT NULL,
  PRIMARY KEY (client_id, identity_hash)
);
CREATE INDEX profile_identity_account_id_idx ON profile_identity (account_id);

-- One refresh token family: what a user granted to the application in one journey.
CREATE TABLE authorization_grant (
  grant_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  scope text[] NOT NULL,
  public_client boolean NOT NULL,
  profile_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX authorization_grant_account_id_idx ON authorization_grant (account_id);

CREATE TABLE refresh_token (
  token_hash text PRIMARY KEY,
  grant_id text NOT NULL REFERENCES authorization_grant ON DELETE CASCADE,
  superseded_at timestamptz(3),
  -- The successor, sealed: a repeat within the grace period gets the same answer.
  successor_sealed text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX refresh_token_grant_id_idx ON refresh_token (grant_id);

CREATE TABLE access_token (
  token_hash text PRIMARY KEY,
  grant_id text NOT NULL REFERENCES authorization_grant ON DELETE CASCADE,
  account_id text NOT NULL,
  scope text[] NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX access_token_grant_id_idx ON access_token (grant_id);
CREATE INDEX access_token_expires_at_idx ON access_token (expires_at);

CREATE TABLE authorization_code (
  code_hash text PRIMARY KEY,
  client_id text NOT NULL REFERENCES application ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  profile_id text,
  redirect_uri text NOT NULL,
  scope text[] NOT NULL,
  code_challenge text,
  expires_at timestamptz(3) NOT NULL,
  -- Set when the code is redeemed: a second use takes this grant back.
  grant_id text
);
CREATE INDEX authorization_code_expires_at_idx ON authorization_code (expires_at);
CREATE INDEX authorization_code_client_id_idx ON authorization_code (client_id);
CREATE INDEX authorization_code_account_id_idx ON authorization_code (account_id);

CREATE TABLE browser_account (
  browser_id text NOT NULL,
  account_id text NOT NULL REFERENCES account ON DELETE CASCADE,
  linked_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (browser_id, account_id)
);
CREATE INDEX browser_account_account_id_idx ON browser_account (account_id);

-- The read model: a projection of calendar-sync's state topic --------------------------------------------------------

CREATE TABLE projection (
  projection_id smallint PRIMARY KEY,
  generation smallint NOT NULL,
  -- Occurrences of every series are materialised from here to there, epoch ms; later ones on the way to target.
  horizon_from bigint NOT NULL,
  horizon_to bigint NOT NULL,
  horizon_target bigint NOT NULL
);

CREATE TABLE profile_state (
  generation smallint NOT NULL,
  profile_id text NOT NULL,
  account_id text NOT NULL,
  revision bigint NOT NULL,
  deleted boolean NOT NULL,
  record jsonb NOT NULL,
  PRIMARY KEY (generation, profile_id)
);
CREATE INDEX profile_state_account_idx ON profile_state (generation, account_id);

CREATE TABLE calendar_state (
  generation smallint NOT NULL,
  calendar_id text NOT NULL,
  account_id text NOT NULL,
  profile_id text NOT NULL,
  revision bigint NOT NULL,
  deleted boolean NOT NULL,
  record jsonb NOT NULL,
  PRIMARY KEY (generation, calendar_id)
);
CREATE INDEX calendar_state_account_idx ON calendar_state (generation, account_id);

CREATE TABLE event_state (
  generation smallint NOT NULL,
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  account_id text NOT NULL,
  event_id text,
  revision bigint NOT NULL,
  command bigint NOT NULL,
  deleted boolean NOT NULL,
  recurring boolean NOT NULL,
  record jsonb NOT NULL,
  PRIMARY KEY (generation, calendar_id, event_uid)
);
CREATE INDEX event_state_account_idx ON event_state (generation, account_id, recurring);

-- base + pending, one row an instance. class: 0 timed up to two hours, 1 up to a day, 2 longer, 3 all-day up to a week,
-- 4 longer: so that what began before a window and reaches into it is found in a short range. wire: the JSON that goes
-- out, times in UTC at its beginning.
CREATE TABLE occurrence (
  generation smallint NOT NULL,
  account_id text NOT NULL,
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  instance text NOT NULL,
  class smallint NOT NULL,
  start_ms bigint NOT NULL,
  end_ms bigint NOT NULL,
  deleted boolean NOT NULL,
  managed boolean NOT NULL,
  changed_ms bigint NOT NULL,
  start_tzid text,
  end_tzid text,
  wire text NOT NULL,
  PRIMARY KEY (generation, calendar_id, event_uid, instance)
);
CREATE INDEX occurrence_order_idx ON occurrence (generation, account_id, class, start_ms, calendar_id, event_uid, instance)
  INCLUDE (end_ms, deleted);

-- How many live occurrences of a class begin on a UTC day (days since 1970-01-01).
CREATE TABLE occurrence_count (
  generation smallint NOT NULL,
  account_id text NOT NULL,
  class smallint NOT NULL,
  day integer NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (generation, account_id, class, day)
);

-- Writes that calendar-sync has not acknowledged: the gateway's own, kept over a rebuild -------------------------------

CREATE TABLE pending_write (
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  account_id text NOT NULL,
  event_id text,
  command bigint NOT NULL,
  deleted boolean NOT NULL,
  changed_ms bigint NOT NULL,
  -- The event as a reader sees it, in the shape of a state record.
  record jsonb NOT NULL,
  accepted_at bigint NOT NULL,
  PRIMARY KEY (calendar_id, event_uid)
);
CREATE INDEX pending_write_account_idx ON pending_write (account_id);

-- The number of an event's last command: it must rise even when nothing is pending any more.
CREATE SEQUENCE write_command AS bigint;

CREATE TABLE pending_profile (
  profile_id text PRIMARY KEY,
  account_id text NOT NULL,
  record jsonb NOT NULL
);
CREATE INDEX pending_profile_account_idx ON pending_profile (account_id);

CREATE TABLE pending_calendar (
  calendar_id text PRIMARY KEY,
  account_id text NOT NULL,
  record jsonb NOT NULL
);
CREATE INDEX pending_calendar_account_idx ON pending_calendar (account_id);

INSERT INTO projection (projection_id, generation, horizon_from, horizon_to, horizon_target) VALUES (1, 0, 0, 0, 0);
