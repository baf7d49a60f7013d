-- When the access to a profile ended (epoch ms): what was read of it is erased some time later. And the scope of the
-- tokens that it had then, so that a new consent shows whether everything must be read again.
ALTER TABLE profile ADD COLUMN revoked_at bigint, ADD COLUMN revoked_scope text[] NOT NULL DEFAULT '{}';
CREATE INDEX profile_revoked_at_idx ON profile (revoked_at);

-- Profiles that their owners disconnected before: the time counts from now.
UPDATE profile SET revoked_at = (extract(epoch FROM now()) * 1000)::bigint
WHERE NOT connected AND provider_name <> 'kalends' AND error = 'disconnected by its owner';

-- The newest message about the access of an account; messages about it arrive on two topics.
CREATE TABLE account_access (
  account_id text PRIMARY KEY,
  access bigint NOT NULL,
  ended boolean NOT NULL
);
