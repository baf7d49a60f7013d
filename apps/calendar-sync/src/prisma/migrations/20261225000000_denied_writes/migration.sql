-- How often in a row the provider has refused the credentials with which this write was attempted.
ALTER TABLE pending_write ADD COLUMN denials smallint NOT NULL DEFAULT 0;
