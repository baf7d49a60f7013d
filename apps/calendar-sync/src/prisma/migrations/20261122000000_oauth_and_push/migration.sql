-- How often the profile was linked: work with earlier credentials says nothing of it. How often its provider told that
-- something changed: what is told during a sync asks for another one.
ALTER TABLE profile
  ADD COLUMN links integer NOT NULL DEFAULT 0,
  ADD COLUMN notified integer NOT NULL DEFAULT 0;

-- OAuth tokens, sealed for their profile; in rows of their own, so that renewing them holds up no lease.
CREATE TABLE oauth_token (
  profile_id text PRIMARY KEY REFERENCES profile ON DELETE CASCADE,
  sealed_tokens text NOT NULL,
  -- Hash of what the gateway brought: brought again, it does not replace what was renewed since.
  brought text NOT NULL,
  scope text[] NOT NULL
);

-- Where a provider tells us that a calendar changed. resource_id null: it refused, and is asked again at renew_at.
CREATE TABLE push_channel (
  channel_id text PRIMARY KEY,
  profile_id text NOT NULL REFERENCES profile ON DELETE CASCADE,
  calendar_id text NOT NULL REFERENCES calendar ON DELETE CASCADE,
  resource_id text,
  -- Epoch ms.
  expires_at bigint NOT NULL,
  renew_at bigint NOT NULL,
  -- Another one has taken its place, or nobody wants it any more: to be closed at the provider.
  closing boolean NOT NULL DEFAULT false
);
CREATE INDEX push_channel_calendar_id_idx ON push_channel (calendar_id);
CREATE INDEX push_channel_profile_id_idx ON push_channel (profile_id);
