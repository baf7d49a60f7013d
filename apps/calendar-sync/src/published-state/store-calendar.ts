import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { addCalendar } from './add-calendar.js';
import { findCalendar, type CalendarRow, type ProfileRow } from './rows.js';

/** Most calendars of a profile that are read, unless more were known before. */
export const maxCalendars = 500;

/** `cal_<profile part>_<part>`; deterministic, so that the same calendar gets the same id again. */
function calendarIdOf(profileId: string, href: string): string {
  const part = createHash('sha256').update(`${profileId}\n${href}`).digest('hex').slice(0, 16);
  return `cal_${profileId.slice('pro_'.length)}_${part}`;
}

/** Stores a calendar that its provider lists and that is not stored yet; the caller publishes it. */
export async function storeCalendar(
  client: PoolClient,
  profile: ProfileRow,
  remote: RemoteCalendar,
): Promise<CalendarRow> {
  const calendar_id = calendarIdOf(profile.profile_id, remote.href);
  await addCalendar(client, {
    calendar_id,
    profile_id: profile.profile_id,
    account_id: profile.account_id,
    href: remote.href,
    name: remote.name,
    readonly: remote.readonly,
    is_primary: remote.primary,
    color: remote.color ?? null,
    tzid: remote.tzid ?? profile.default_tzid,
    synced: false,
    integrated_conferencing: remote.integratedConferencing ?? false,
  });
  return (await findCalendar(client, calendar_id))!;
}
