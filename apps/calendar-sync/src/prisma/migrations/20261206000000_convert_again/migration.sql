-- The time zone data have changed: the calendar's events are read again even where their etags are known.
ALTER TABLE "calendar" ADD COLUMN "convert_again" BOOLEAN NOT NULL DEFAULT false;
