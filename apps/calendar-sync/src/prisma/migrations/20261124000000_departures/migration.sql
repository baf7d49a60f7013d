-- Providers that are still to be told that we no longer use a permission: its owner disconnected the profile, or the
-- account was erased. Whose it was, its tokens and its channels stand in `sealed_departure` only.
CREATE TABLE departure (
  departure_id text PRIMARY KEY,
  provider_name text NOT NULL,
  sealed_departure text NOT NULL,
  -- Epoch ms.
  asked_at bigint NOT NULL,
  next_attempt_at bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Epoch ms by the database's clock: until then one replica has it in hand.
  lease_until bigint NOT NULL DEFAULT 0
);
CREATE INDEX departure_next_attempt_at_idx ON departure (next_attempt_at);
