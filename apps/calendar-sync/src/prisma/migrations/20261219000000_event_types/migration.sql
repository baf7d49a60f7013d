-- Kinds of events at Google are stored since this release: its calendars are read once more, whatever is known of them.
UPDATE "calendar" SET "rereads_wanted" = "rereads_wanted" + 1, "convert_again" = true, "ctag" = NULL
FROM "profile" WHERE "profile"."profile_id" = "calendar"."profile_id" AND "profile"."provider_name" = 'google'
  AND "profile"."connected" AND NOT "calendar"."deleted";
