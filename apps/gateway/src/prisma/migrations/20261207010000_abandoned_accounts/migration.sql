-- Since when nobody can use an account any more: no grant covers it, and no calendar of it is connected.
ALTER TABLE account ADD COLUMN abandoned_at timestamptz(3);
CREATE INDEX account_abandoned_idx ON account (abandoned_at) WHERE abandoned_at IS NOT NULL;
CREATE INDEX account_ended_idx ON account (account_id) WHERE access_ended AND abandoned_at IS NULL;
