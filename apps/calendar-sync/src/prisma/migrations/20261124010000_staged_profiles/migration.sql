-- Credentials that were tried and that their owner has not allowed an application to use yet: neither published nor
-- synchronised. They become a profile's, or are erased.
CREATE TABLE staged_profile (
  profile_id text PRIMARY KEY,
  provider_name text NOT NULL,
  profile_name text NOT NULL,
  url text,
  -- At CalDAV servers the user name, at others the provider's own id of the person.
  username text NOT NULL,
  sealed_password text,
  sealed_tokens text,
  -- SHA-256 of the tokens as they came: a repeated request does not put older ones over renewed ones.
  brought text,
  scope text[] NOT NULL DEFAULT '{}',
  own_addresses text[] NOT NULL,
  default_tzid text NOT NULL,
  identity_origin text,
  identity_principal text,
  -- Epoch ms.
  staged_at bigint NOT NULL
);
CREATE INDEX staged_profile_staged_at_idx ON staged_profile (staged_at);
CREATE INDEX staged_profile_username_idx ON staged_profile (provider_name, username);

-- Accounts that were erased not long ago: what was allowed just before is dropped when it arrives.
CREATE TABLE erased_account (
  account_id text PRIMARY KEY,
  -- Epoch ms.
  erased_at bigint NOT NULL
);
CREATE INDEX erased_account_erased_at_idx ON erased_account (erased_at);

-- Whom the CalDAV server said that it had authenticated, once proved; null for profiles of before.
ALTER TABLE profile ADD COLUMN identity_origin text, ADD COLUMN identity_principal text;
