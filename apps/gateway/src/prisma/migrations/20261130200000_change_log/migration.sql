-- What happened to accounts and applications, for 30 days (docs/adr/0075).
CREATE TABLE change_log (
  -- Drawn while the account is locked: in the order of commits, for each account.
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Where several accounts are read together, the order is that of transactions.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  client_id text NOT NULL,
  account_id text NOT NULL,
  type text NOT NULL,
  own boolean NOT NULL,
  -- JSON: the ids of what changed.
  subject text NOT NULL,
  -- Epoch ms.
  occurred_ms bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
);
CREATE INDEX change_log_account_idx ON change_log (account_id, seq);
CREATE INDEX change_log_application_idx ON change_log (client_id, xid, seq);
