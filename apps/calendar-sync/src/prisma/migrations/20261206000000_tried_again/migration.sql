-- How many times in a row the profile was set aside: it is tried again ever more rarely. And how many of the calendars that its
-- provider lists are not read, since a profile has too many.
ALTER TABLE profile ADD COLUMN set_asides integer NOT NULL DEFAULT 0, ADD COLUMN calendars_left_out integer NOT NULL DEFAULT 0;
