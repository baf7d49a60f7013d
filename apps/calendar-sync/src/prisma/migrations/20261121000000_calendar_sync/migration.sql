CREATE TABLE profile (
  profile_id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_name text NOT NULL,
  profile_name text NOT NULL,
  -- Where the provider is, and who we are there; the password is sealed for this profile. Null for the built-in one.
  url text,
  username text,
  sealed_password text,
  own_addresses text[] NOT NULL,
  default_tzid text NOT NULL,
  connected boolean NOT NULL,
  error text,
  initial_sync text NOT NULL,
  last_sync bigint,
  -- Epoch ms; null: never polled.
  next_sync_at bigint,
  failures integer NOT NULL DEFAULT 0,
  -- The piece of work that has it in hand, and until when (the database's epoch ms) unless renewed.
  lease_id text,
  lease_until bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL,
  deleted boolean NOT NULL DEFAULT false
);
CREATE INDEX profile_account_id_idx ON profile (account_id);
CREATE INDEX profile_next_sync_at_idx ON profile (next_sync_at);

CREATE TABLE calendar (
  calendar_id text PRIMARY KEY,
  profile_id text NOT NULL REFERENCES profile ON DELETE CASCADE,
  account_id text NOT NULL,
  href text NOT NULL,
  name text NOT NULL,
  readonly boolean NOT NULL,
  is_primary boolean NOT NULL,
  color text,
  tzid text NOT NULL,
  -- What the provider said when it was last read to the end.
  ctag text,
  cursor text,
  -- How often a full listing has been asked for, and how many of these have been done.
  rereads_wanted integer NOT NULL DEFAULT 0,
  rereads_done integer NOT NULL DEFAULT 0,
  synced boolean NOT NULL,
  freshness text NOT NULL,
  revision bigint NOT NULL,
  deleted boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX calendar_profile_id_href_idx ON calendar (profile_id, href);
CREATE INDEX calendar_account_id_idx ON calendar (account_id);

-- The event index. series: as the provider has it, without what is on its way there; null before it has been there.
CREATE TABLE event (
  calendar_id text NOT NULL REFERENCES calendar ON DELETE CASCADE,
  event_uid text NOT NULL,
  account_id text NOT NULL,
  event_id text,
  uid text NOT NULL,
  href text,
  etag text,
  series jsonb,
  -- The last state published: what a deletion still shows.
  published jsonb NOT NULL,
  revision bigint NOT NULL,
  command bigint NOT NULL DEFAULT 0,
  changed_at bigint NOT NULL,
  deleted boolean NOT NULL,
  -- When, on the sequence below, a write of ours last reached the provider: a sync that began before may be older.
  settled bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (calendar_id, event_uid)
);
CREATE SEQUENCE settlement AS bigint;
CREATE INDEX event_calendar_id_href_idx ON event (calendar_id, href);
CREATE INDEX event_account_id_idx ON event (account_id);

-- What is in a calendar and makes no event of its own: tasks, what cannot be read, a UID's second object.
CREATE TABLE other_object (
  calendar_id text NOT NULL REFERENCES calendar ON DELETE CASCADE,
  href text NOT NULL,
  etag text NOT NULL,
  reason text NOT NULL,
  -- Of a second object: the event that another one makes.
  event_uid text,
  PRIMARY KEY (calendar_id, href)
);

-- Writes on their way to the provider, in the order of their commands.
CREATE TABLE pending_write (
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  command bigint NOT NULL,
  account_id text NOT NULL,
  profile_id text NOT NULL,
  operation text NOT NULL,
  change jsonb,
  accepted_at bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at bigint NOT NULL,
  lease_id text,
  lease_until bigint NOT NULL DEFAULT 0,
  last_error text,
  PRIMARY KEY (calendar_id, event_uid, command)
);
CREATE INDEX pending_write_next_attempt_at_idx ON pending_write (next_attempt_at);
CREATE INDEX pending_write_profile_id_idx ON pending_write (profile_id);
CREATE INDEX pending_write_account_id_idx ON pending_write (account_id);

-- Writes that the provider refused for good: for the operator.
CREATE TABLE refused_write (
  calendar_id text NOT NULL,
  event_uid text NOT NULL,
  command bigint NOT NULL,
  account_id text NOT NULL,
  operation text NOT NULL,
  reason text NOT NULL,
  refused_at bigint NOT NULL,
  PRIMARY KEY (calendar_id, event_uid, command)
);
CREATE INDEX refused_write_account_id_idx ON refused_write (account_id);

-- The built-in provider's own store: calendar object resources (RFC 4791 §4.1) and their changes in order.
CREATE TABLE built_in_object (
  calendar_href text NOT NULL,
  href text NOT NULL,
  account_id text NOT NULL,
  etag text NOT NULL,
  object text,
  changed bigint NOT NULL,
  PRIMARY KEY (calendar_href, href)
);
CREATE INDEX built_in_object_changed_idx ON built_in_object (calendar_href, changed);
CREATE INDEX built_in_object_account_id_idx ON built_in_object (account_id);
CREATE SEQUENCE built_in_change AS bigint;
