-- Of what the callback tells (W3C Trace Context), where that is traced: its attempts are part of it.
ALTER TABLE callback ADD COLUMN traceparent text;
