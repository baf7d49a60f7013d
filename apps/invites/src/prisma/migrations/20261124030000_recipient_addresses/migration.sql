-- The reply address of one of several recipients, beside the one that all share: a reply that comes to it counts for that
-- recipient only. recipient_email: in lower case. Who was taken off the list keeps theirs.
CREATE TABLE recipient_address (
  reply_token text NOT NULL,
  invite_id text NOT NULL,
  recipient_email text NOT NULL,
  PRIMARY KEY (reply_token)
);
CREATE UNIQUE INDEX recipient_address_invite_id_recipient_email_key ON recipient_address (invite_id, recipient_email);

-- Invites of before: 26 letters and digits, each from a random byte of its own.
INSERT INTO recipient_address (reply_token, invite_id, recipient_email)
SELECT (SELECT string_agg(substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % 36, 1), '')
        FROM generate_series(1, 26) WHERE email IS NOT NULL),
       invite_id, email
FROM (SELECT DISTINCT invite_id, lower(recipient ->> 'email') AS email
      FROM invite, jsonb_array_elements(state -> 'recipients') AS recipient
      WHERE recipient_email = '') AS several;
