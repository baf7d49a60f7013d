-- RFC 6749 §2.1. Whoever is not registered as public has to show a secret.
ALTER TABLE application ADD COLUMN client_type text NOT NULL DEFAULT 'confidential'
  CHECK (client_type IN ('confidential', 'public'));
