-- Of an own write: its number, when its request was received (epoch ms), and the X-Request-Id; null in rows of releases before.
ALTER TABLE change_log ADD COLUMN command bigint, ADD COLUMN received_ms bigint, ADD COLUMN request_id text;
