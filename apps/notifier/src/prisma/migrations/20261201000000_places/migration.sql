-- The registrable domain of the origin: NULL in rows that a process of the release before writes; then the origin counts.
ALTER TABLE delivery ADD COLUMN domain text;

-- Origins are found application by application, so that one cannot delay another's callbacks to the same origin.
CREATE INDEX delivery_client_id_origin_next_attempt_at_seq_idx ON delivery (client_id, origin, next_attempt_at, seq);
DROP INDEX delivery_origin_next_attempt_at_seq_idx;
