-- Which state an account's occurrences are in: what was counted of them holds while this is the same.
CREATE TABLE occurrence_revision (
  account_id text PRIMARY KEY,
  revision bigint NOT NULL
);
