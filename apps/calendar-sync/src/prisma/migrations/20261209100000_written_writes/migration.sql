-- The last write that the provider has confirmed, when (epoch ms), and by which attempt; null in rows of releases before.
ALTER TABLE event ADD COLUMN written_command bigint, ADD COLUMN written_at bigint, ADD COLUMN written_attempts integer;
