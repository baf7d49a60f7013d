-- Push channels: where an application is told what changes in an account. A closed channel's row is gone.
CREATE TABLE channel (
  channel_id text PRIMARY KEY,
  client_id text NOT NULL,
  account_id text NOT NULL,
  callback_url text NOT NULL,
  -- null: all calendars
  calendar_ids text[],
  only_managed boolean NOT NULL,
  created_at bigint NOT NULL,
  -- Its first failed attempt since its last success.
  failing_since bigint
);
CREATE INDEX channel_account_id_created_at_idx ON channel (account_id, created_at);
CREATE INDEX channel_client_id_idx ON channel (client_id);

-- Of a channel's notification: the channel and its account.
ALTER TABLE callback ADD COLUMN channel_id text, ADD COLUMN account_id text;
CREATE INDEX callback_account_id_idx ON callback (account_id);

-- What was last seen of profiles, calendars and events on calendar-sync's state topic: a channel tells of differences.
CREATE TABLE seen_profile (
  profile_id text PRIMARY KEY,
  account_id text NOT NULL,
  revision bigint NOT NULL,
  connected boolean NOT NULL,
  synced boolean NOT NULL
);
CREATE INDEX seen_profile_account_id_idx ON seen_profile (account_id);

CREATE TABLE seen_calendar (
  calendar_id text PRIMARY KEY,
  account_id text NOT NULL,
  profile_id text NOT NULL,
  revision bigint NOT NULL,
  synced boolean NOT NULL
);
CREATE INDEX seen_calendar_account_id_idx ON seen_calendar (account_id);

-- managed: made by the application through the API.
CREATE TABLE seen_event (
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  account_id text NOT NULL,
  revision bigint NOT NULL,
  managed boolean NOT NULL,
  deleted boolean NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (calendar_id, event_uid)
) WITH (fillfactor = 80);
CREATE INDEX seen_event_account_id_idx ON seen_event (account_id);
CREATE INDEX seen_event_changed_at_idx ON seen_event USING brin (changed_at);

-- What still comes of these accounts is not looked at.
CREATE TABLE erased_account (
  account_id text PRIMARY KEY,
  erased_at bigint NOT NULL
);
