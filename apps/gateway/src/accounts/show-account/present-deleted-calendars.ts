import type { CalendarRecord } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';
import { deletedCalendar } from '../../provider-writes/deleted-calendar.js';

const maxShown = 20;

/** Calendars that were deleted at their provider, the newest first. The revision of a record is the instant at which it was made. */
export const presentDeletedCalendars = (calendars: readonly CalendarRecord[]) =>
  calendars
    .toSorted((a, b) => b.revision - a.revision)
    .slice(0, maxShown)
    .map(({ calendar_id, calendar_name, profile_id, revision }) => ({
      calendar_id,
      calendar_name,
      profile_id,
      deleted_at: toIso(revision),
      ...deletedCalendar,
    }));
