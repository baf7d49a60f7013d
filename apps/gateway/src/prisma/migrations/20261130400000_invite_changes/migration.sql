-- Smart Invites belong to an application, not to an account (docs/adr/0077). A message is logged once.
ALTER TABLE change_log ALTER COLUMN account_id DROP NOT NULL, ADD COLUMN message_id text;
CREATE UNIQUE INDEX change_log_message_idx ON change_log (message_id) WHERE message_id IS NOT NULL;
