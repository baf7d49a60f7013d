-- Whether a CalDAV server sends the invitations of events (RFC 6638).
ALTER TABLE "profile"
    ADD COLUMN "sends_invitations" BOOLEAN NOT NULL DEFAULT false;
