-- Holds of an application that have not ended are counted when it places another one.
CREATE INDEX hold_expires_idx ON hold (client_id, expires_ms);

-- Bookable events are erased a year after they ended.
CREATE INDEX bookable_event_end_idx ON bookable_event (end_ms);
