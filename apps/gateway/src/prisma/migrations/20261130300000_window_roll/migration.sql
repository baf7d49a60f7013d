-- How far events that time brings into the window of reads without bounds have been reported (docs/adr/0075).
CREATE TABLE window_roll (
  roll_id smallint PRIMARY KEY DEFAULT 1 CHECK (roll_id = 1),
  -- Epoch ms, a UTC midnight: events that start before it have been reported, for every account.
  reported_to bigint NOT NULL,
  -- The day from there on has been reported for accounts up to this one.
  after_account_id text NOT NULL DEFAULT ''
);
