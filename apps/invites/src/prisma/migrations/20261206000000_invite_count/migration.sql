-- How many invites an application has; counted with each that is created, since they are too many to be counted then.
CREATE TABLE invite_count (
  client_id text   PRIMARY KEY,
  invites   bigint NOT NULL
);
INSERT INTO invite_count SELECT client_id, count(*) FROM invite GROUP BY client_id;
