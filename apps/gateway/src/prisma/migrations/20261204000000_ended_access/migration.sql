-- Numbers the ends and beginnings of an account's access; whether it has ended, so that it ends once.
ALTER TABLE account ADD COLUMN access bigint NOT NULL DEFAULT 0, ADD COLUMN access_ended boolean NOT NULL DEFAULT false;
