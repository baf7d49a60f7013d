-- What a visitor does with a booked time. `change`: the last time that it was moved or cancelled; pending while its providers have not
-- confirmed it yet.
ALTER TABLE booking_link ADD COLUMN change jsonb;
CREATE INDEX booking_link_change_idx ON booking_link (next_look_at) WHERE change ->> 'state' = 'pending';
-- Origins whose pages may show the application's booking pages in a frame.
ALTER TABLE application ADD COLUMN frame_origins text[] NOT NULL DEFAULT '{}';
