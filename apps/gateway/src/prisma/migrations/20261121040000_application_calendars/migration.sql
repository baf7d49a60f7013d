-- An application's own calendars: accounts without a person, named by the application.
ALTER TABLE account ADD COLUMN application_calendar_id text;
CREATE UNIQUE INDEX account_application_calendar_idx ON account (client_id, application_calendar_id);
