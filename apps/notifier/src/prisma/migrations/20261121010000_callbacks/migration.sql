-- What is known of an application: its live client secrets, sealed, oldest first: [{secret_id, sealed}].
CREATE TABLE application (
  client_id text PRIMARY KEY,
  revision bigint NOT NULL,
  deleted boolean NOT NULL,
  secrets jsonb NOT NULL
);

-- What is told to an application, kept with its attempts; seq: the order in which it came to be. body: the bytes sent.
CREATE TABLE callback (
  callback_id text PRIMARY KEY,
  seq bigserial NOT NULL,
  client_id text NOT NULL,
  type text NOT NULL,
  order_key text NOT NULL,
  smart_invite_id text,
  endpoint_id text NOT NULL,
  url text NOT NULL,
  body text NOT NULL,
  -- pending, delivered, failed (the schedule is used up), disabled (waits for its endpoint to be enabled)
  status text NOT NULL,
  created_at bigint NOT NULL,
  settled_at bigint
);
CREATE INDEX callback_client_id_seq_idx ON callback (client_id, seq);
CREATE INDEX callback_client_id_smart_invite_id_seq_idx ON callback (client_id, smart_invite_id, seq);
CREATE INDEX callback_created_at_idx ON callback USING brin (created_at);

-- The queue: one row per pending callback. attempts: made since it was queued; lease_id: the worker that has it in hand.
CREATE TABLE delivery (
  callback_id text PRIMARY KEY,
  seq bigint NOT NULL,
  client_id text NOT NULL,
  order_key text NOT NULL,
  endpoint_id text NOT NULL,
  origin text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at bigint NOT NULL,
  lease_id text
) WITH (fillfactor = 70);
CREATE INDEX delivery_origin_next_attempt_at_seq_idx ON delivery (origin, next_attempt_at, seq);
CREATE INDEX delivery_client_id_order_key_seq_idx ON delivery (client_id, order_key, seq);

CREATE TABLE attempt (
  callback_id text NOT NULL,
  id bigserial NOT NULL,
  at bigint NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  error text,
  -- The first kilobyte of the answer's body.
  answer text NOT NULL,
  PRIMARY KEY (callback_id, id)
);
CREATE INDEX attempt_at_idx ON attempt USING brin (at);

-- One application's exact callback URL, from its first failure on. failing_since: null after a success.
CREATE TABLE endpoint (
  endpoint_id text PRIMARY KEY,
  client_id text NOT NULL,
  url text NOT NULL,
  failing_since bigint,
  disabled_at bigint,
  disabled_reason text
);
CREATE INDEX endpoint_client_id_idx ON endpoint (client_id);

-- Workers that deliver, and until when (the database's epoch ms) each counts as alive unless it says so again.
CREATE TABLE worker (
  worker_id text PRIMARY KEY,
  alive_until bigint NOT NULL
);
