-- What makes whom busy: a projection of calendar-sync's state topic.
CREATE TABLE projection (
  projection_id   smallint PRIMARY KEY CHECK (projection_id = 1),
  -- Blocks of 28 days, counted from 1970-01-01, in which busy time is packed; `to` is exclusive.
  horizon_from    integer NOT NULL,
  horizon_to      integer NOT NULL,
  horizon_target  integer NOT NULL
);
INSERT INTO projection VALUES (1, 0, 0, 0);

CREATE TABLE profile (
  profile_id    text PRIMARY KEY,
  account_id    text NOT NULL,
  revision      bigint NOT NULL,
  deleted       boolean NOT NULL,
  provider_name text NOT NULL,
  connected     boolean NOT NULL,
  initial_sync  text NOT NULL,
  last_sync     bigint
);
CREATE INDEX profile_account_idx ON profile (account_id);

CREATE TABLE calendar (
  calendar_id text PRIMARY KEY,
  account_id  text NOT NULL,
  profile_id  text NOT NULL,
  revision    bigint NOT NULL,
  deleted     boolean NOT NULL,
  synced      boolean NOT NULL,
  freshness   text NOT NULL
);
CREATE INDEX calendar_account_idx ON calendar (account_id);

-- `recurring` or the bounds (epoch ms) tell which events reach beyond the packed blocks.
CREATE TABLE event (
  calendar_id text NOT NULL,
  event_uid   text NOT NULL,
  account_id  text NOT NULL,
  revision    bigint NOT NULL,
  deleted     boolean NOT NULL,
  managed     boolean NOT NULL,
  recurring   boolean NOT NULL,
  start_ms    bigint NOT NULL,
  end_ms      bigint NOT NULL,
  blocks      integer[] NOT NULL,
  record      jsonb,
  PRIMARY KEY (calendar_id, event_uid)
);
CREATE INDEX event_account_idx ON event (account_id);

-- Busy time of one calendar within one block: start and end as pairs of float64, a byte of flags and the event of each.
CREATE TABLE busy_block (
  calendar_id text NOT NULL,
  block       integer NOT NULL,
  account_id  text NOT NULL,
  spans       bytea NOT NULL,
  flags       bytea NOT NULL,
  event_uids  text NOT NULL,
  PRIMARY KEY (calendar_id, block)
);
CREATE INDEX busy_block_account_idx ON busy_block (account_id);

-- The account's own hours and periods (managed availability).
CREATE TABLE availability_rule (
  account_id           text NOT NULL,
  availability_rule_id text NOT NULL,
  rule                 jsonb NOT NULL,
  PRIMARY KEY (account_id, availability_rule_id)
);

CREATE TABLE available_period (
  account_id          text NOT NULL,
  available_period_id text NOT NULL,
  start_ms            bigint NOT NULL,
  end_ms              bigint NOT NULL,
  tzid                text,
  PRIMARY KEY (account_id, available_period_id)
);
CREATE INDEX available_period_start_idx ON available_period (account_id, start_ms);

-- Holds: a row per hold, and one per person, found by person; `member` is what a hold locks.
CREATE TABLE hold (
  client_id          text NOT NULL,
  hold_id            text NOT NULL,
  start_ms           bigint NOT NULL,
  end_ms             bigint NOT NULL,
  expires_ms         bigint NOT NULL,
  members            jsonb NOT NULL,
  pinned_calendar_id text,
  pinned_event_uid   text,
  pinned_ms          bigint,
  PRIMARY KEY (client_id, hold_id)
);
CREATE INDEX hold_pinned_idx ON hold (pinned_calendar_id, pinned_event_uid);

CREATE TABLE hold_member (
  sub        text NOT NULL,
  client_id  text NOT NULL,
  hold_id    text NOT NULL,
  start_ms   bigint NOT NULL,
  end_ms     bigint NOT NULL,
  PRIMARY KEY (sub, client_id, hold_id),
  FOREIGN KEY (client_id, hold_id) REFERENCES hold (client_id, hold_id) ON DELETE CASCADE
);
CREATE INDEX hold_member_hold_idx ON hold_member (client_id, hold_id);

CREATE TABLE member (
  sub text PRIMARY KEY
);

-- Accounts that are gone: a record that comes late makes nothing of them.
CREATE TABLE erased_account (
  account_id text PRIMARY KEY
);
