-- No statement looks an event up by its href: a calendar's events are read by the primary key's first column.
DROP INDEX event_calendar_id_href_idx;
