-- Writes to calendars of our own are applied where they are taken: the event's row holds their state, as it did before. A
-- process of the release before cannot apply a write to a stale copy: without the table its write stays pending, and is
-- applied by its successor.
DROP TABLE built_in_object;
DROP SEQUENCE built_in_change;
