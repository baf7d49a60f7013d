-- Counting a read's window takes hundreds of these rows: from the index alone, without a look at the table for each.
CREATE INDEX occurrence_count_cover_idx ON occurrence_count (generation, account_id, class, day) INCLUDE (n);
