-- The connection that a code publishes when it is redeemed: staged until then, dropped when the code expires (AUTH-10).
ALTER TABLE authorization_code ADD COLUMN staged_id text;
CREATE INDEX authorization_code_staged_id_idx ON authorization_code (staged_id);
-- What Allow published, or will publish, so that pressing it again leads to the same.
ALTER TABLE journey_end ADD COLUMN staged_id text;
