-- Of a person who signed in at the OpenID Connect issuer: who they are there, and when their role was last confirmed.
ALTER TABLE console_session
  ADD COLUMN oidc_subject text,
  ADD COLUMN sealed_refresh_token text,
  ADD COLUMN confirmed_at timestamptz(3),
  ADD COLUMN confirming_at timestamptz(3);
