-- A browser's cookie is stored as its SHA-256, like tokens.
UPDATE browser_account SET browser_id = encode(sha256(convert_to(browser_id, 'UTF8')), 'hex');
