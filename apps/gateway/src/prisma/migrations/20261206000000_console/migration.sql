-- What administrators do; nobody changes or deletes an entry, not even the role that owns the table.
CREATE TABLE audit_entry (
  audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  developer_id text,
  client_id text,
  account_id text,
  subject text,
  before jsonb,
  after jsonb,
  reason text,
  request_id text
);
CREATE INDEX audit_entry_client_idx ON audit_entry (client_id, audit_id);
CREATE INDEX audit_entry_account_idx ON audit_entry (account_id, audit_id);
CREATE INDEX audit_entry_developer_idx ON audit_entry (developer_id, audit_id);
CREATE INDEX audit_entry_action_idx ON audit_entry (action, audit_id);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_entry_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_entry ENABLE ALWAYS TRIGGER audit_entry_unchanged;

-- Who has signed in to the console, and links that sign in once.
CREATE TABLE console_session (
  session_hash text PRIMARY KEY,
  role text NOT NULL,
  actor text NOT NULL,
  developer_id text REFERENCES developer (developer_id) ON DELETE CASCADE,
  account_id text,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX console_session_expires_idx ON console_session (expires_at);
CREATE INDEX console_session_developer_idx ON console_session (developer_id);
CREATE TABLE console_link (
  link_hash text PRIMARY KEY,
  role text NOT NULL,
  actor text NOT NULL,
  account_id text,
  session_seconds integer NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX console_link_expires_idx ON console_link (expires_at);

-- Lists and searches of accounts, of any number of them.
CREATE INDEX account_created_idx ON account (created_at, account_id);
CREATE INDEX account_client_created_idx ON account (client_id, created_at, account_id);
CREATE INDEX account_words_idx ON account USING gin (
  to_tsvector('simple'::regconfig, translate(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || account_id, '@._-+''/', '       ')));
CREATE INDEX profile_state_unread_idx ON profile_state (account_id)
  WHERE NOT deleted AND (record ? 'error' OR record @> '{"connected":false}');
CREATE INDEX change_log_occurred_idx ON change_log USING brin (occurred_ms);
