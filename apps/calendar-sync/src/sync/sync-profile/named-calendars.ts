import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { remoteOf, type CalendarRow, type ProfileRow } from '../../published-state/rows.js';
import type { LiveCalendar } from './reconcile-calendars.js';

const namedSql = `
  SELECT * FROM calendar
  WHERE profile_id = $1 AND NOT deleted
    AND (notified > notified_read OR rereads_wanted > rereads_done OR poll_at <= $2
         OR (failures > 0 AND retry_at <= $2))`;

/**
 * The calendars of a profile that notifications named, and those that are read by themselves or tried again, as they were listed last: a mailbox of thirty
 * calendars is not read as a whole because one of them changed. Null: all are to be listed and read, since the poll is due, or nothing else
 * explains why the profile is.
 */
export async function namedCalendars(pool: Pool, profile: ProfileRow, now: EpochMs): Promise<LiveCalendar[] | null> {
  if (profile.polled_at <= now || profile.initial_sync !== 'done' || profile.failures > 0) return null;
  const { rows } = await pool.query<CalendarRow>(namedSql, [profile.profile_id, now]);
  return rows.length === 0 ? null : rows.map((calendar) => ({ calendar, remote: remoteOf(calendar) }));
}
