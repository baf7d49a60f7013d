-- One Smart Invite. recipient_email: in lower case; '' for the invite to several. state: the invite of itip/ without its
-- replies. submitted: the event as the application wrote it, which answers echo. revised_at: epoch ms of the last change
-- of the text, its DTSTAMP. reply_token: the unguessable part of the invite's own reply address.
CREATE TABLE invite (
  client_id text NOT NULL,
  smart_invite_id text NOT NULL,
  recipient_email text NOT NULL,
  invite_id text NOT NULL,
  reply_token text NOT NULL,
  uid text NOT NULL,
  callback_url text,
  organizer jsonb,
  submitted jsonb NOT NULL,
  state jsonb NOT NULL,
  created_at bigint NOT NULL,
  revised_at bigint NOT NULL,
  PRIMARY KEY (client_id, smart_invite_id, recipient_email)
);
CREATE UNIQUE INDEX invite_invite_id_key ON invite (invite_id);
CREATE UNIQUE INDEX invite_reply_token_key ON invite (reply_token);
CREATE UNIQUE INDEX invite_uid_key ON invite (uid);

-- The invite's replies in the order in which they were recorded, from 0. entry: a RecordedReply of itip/.
CREATE TABLE reply (
  invite_id text NOT NULL,
  ordinal integer NOT NULL,
  reply_id text NOT NULL,
  entry jsonb NOT NULL,
  PRIMARY KEY (invite_id, ordinal)
);

-- The claim check of an accepted mail, until it is read: the message as it arrived, and the reply address it came to.
-- lease_until: epoch ms until which a worker has it in hand.
CREATE TABLE raw_mail (
  mail_id bigserial PRIMARY KEY,
  reply_token text NOT NULL,
  raw bytea NOT NULL,
  received_at bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0
);
ALTER TABLE raw_mail ALTER COLUMN raw SET STORAGE EXTERNAL;
CREATE INDEX raw_mail_lease_until_mail_id_idx ON raw_mail (lease_until, mail_id);

-- What was accepted and could not be taken as a reply: kept for the operator.
CREATE TABLE unmatched_mail (
  unmatched_id bigserial PRIMARY KEY,
  client_id text,
  smart_invite_id text,
  reason text NOT NULL,
  sender text,
  message_id text,
  raw bytea NOT NULL,
  received_at bigint NOT NULL
);
ALTER TABLE unmatched_mail ALTER COLUMN raw SET STORAGE EXTERNAL;
CREATE INDEX unmatched_mail_client_id_idx ON unmatched_mail (client_id);
