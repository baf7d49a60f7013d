-- Of the request that a write came with (W3C Trace Context), where it is traced: carrying it to the provider is part of that.
ALTER TABLE pending_write ADD COLUMN traceparent text;
