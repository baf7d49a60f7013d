-- Events of one instant are ordered by calendar and uid: byte by byte, as the program compares them, whatever collation
-- the database was made with.
ALTER TABLE occurrence
  ALTER COLUMN calendar_id TYPE text COLLATE "C",
  ALTER COLUMN event_uid TYPE text COLLATE "C",
  ALTER COLUMN instance TYPE text COLLATE "C";
