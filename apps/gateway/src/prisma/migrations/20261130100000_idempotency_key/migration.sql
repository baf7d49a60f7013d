-- Answers to POST requests with an Idempotency-Key, kept for 24 hours (HTTP-23).
CREATE TABLE idempotency_key (
  -- Who sent it: an account, an application or an administrator.
  owner text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of method, address and body.
  request_hash text NOT NULL,
  -- Null while the request runs, and for ever if the process ended during it.
  status integer,
  -- Sealed: it may hold a secret that is shown once.
  answer text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at);
