-- How an application looks on the pages that its users see. The logo is apart, so that reading an application does not read it.
ALTER TABLE application ADD COLUMN accent_color text, ADD COLUMN privacy_url text, ADD COLUMN support_url text,
  ADD COLUMN logo_version text;

CREATE TABLE application_logo (
  client_id text PRIMARY KEY REFERENCES application ON DELETE CASCADE,
  content_type text NOT NULL,
  content bytea NOT NULL
);
