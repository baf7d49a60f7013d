-- When the user of a profile works, as its provider states it: a zone and hours of every week; null if that is not known.
ALTER TABLE "profile" ADD COLUMN "working_hours" JSONB;
