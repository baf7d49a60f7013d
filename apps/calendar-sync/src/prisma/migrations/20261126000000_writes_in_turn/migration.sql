-- Writes go in the order in which they were accepted. By when they were to be tried, one that had failed came after all that
-- had not, and the later writes of its event, which may not overtake it, were looked at in vain each time.
CREATE INDEX pending_write_turn_idx ON pending_write (profile_id, accepted_at);
DROP INDEX pending_write_due_idx;
