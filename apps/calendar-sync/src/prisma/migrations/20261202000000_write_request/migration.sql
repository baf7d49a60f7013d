-- X-Request-Id of the request that a write came with, for the log lines of carrying it to the provider.
ALTER TABLE pending_write ADD COLUMN request_id text;
