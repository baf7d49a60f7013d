import { createHash } from 'node:crypto';
import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import type { RemoteCalendar } from '../provider/provider.port.js';
import { publishCalendar } from '../state/publish-connections.js';
import { publishEvents } from '../state/publish-events.js';
import { calendarsOf, lockAccount, type CalendarRow, type EventRow, type ProfileRow } from '../state/rows.js';

/** `cal_<profile part>_<part>`; the same calendar found again gets the same id. */
export function calendarIdOf(profileId: string, href: string): string {
  const part = createHash('sha256').update(`${profileId}\n${href}`).digest('hex').slice(0, 16);
  return `cal_${profileId.slice('pro_'.length)}_${part}`;
}

async function add(client: PoolClient, profile: ProfileRow, remote: RemoteCalendar): Promise<CalendarRow> {
  const { rows } = await client.query<CalendarRow>(
    `INSERT INTO calendar (calendar_id, profile_id, account_id, href, name, readonly, is_primary, color, tzid, synced,
                           freshness, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, 'fresh', 0) RETURNING *`,
    [
      calendarIdOf(profile.profile_id, remote.href),
      profile.profile_id,
      profile.account_id,
      remote.href,
      remote.name,
      remote.readonly,
      remote.primary,
      remote.color ?? null,
      remote.tzid ?? profile.default_tzid,
    ],
  );
  return rows[0]!;
}

/** A calendar that is gone takes its events with it: they are published as deleted. */
async function remove(client: PoolClient, profile: ProfileRow, calendar: CalendarRow, now: EpochMs) {
  const { rows } = await client.query<EventRow>('SELECT * FROM event WHERE calendar_id = $1 AND NOT deleted', [
    calendar.calendar_id,
  ]);
  await client.query('DELETE FROM pending_write WHERE calendar_id = $1', [calendar.calendar_id]);
  const updates = rows.map((row) => ({ eventUid: row.event_uid, uid: row.uid, href: null, etag: null, series: null }));
  await publishEvents(client, calendar, profile.own_addresses, updates, now);
  await publishCalendar(client, calendar, { deleted: true, cursor: null, ctag: null, synced: false }, now);
}

/**
 * Makes the profile's calendars what its provider lists, and publishes the differences. Answers each live calendar with
 * its remote.
 */
export async function reconcileCalendars(
  pool: Pool,
  profile: ProfileRow,
  remotes: readonly RemoteCalendar[],
  now: EpochMs,
): Promise<{ calendar: CalendarRow; remote: RemoteCalendar }[]> {
  return inTransaction(pool, async (client) => {
    await lockAccount(client, profile.account_id);
    const held = new Map((await calendarsOf(client, profile.profile_id)).map((row) => [row.href, row]));
    const listed = new Set(remotes.map(({ href }) => href));
    for (const row of held.values()) if (!listed.has(row.href) && !row.deleted) await remove(client, profile, row, now);
    const live: { calendar: CalendarRow; remote: RemoteCalendar }[] = [];
    for (const remote of remotes) {
      const calendar = held.get(remote.href) ?? (await add(client, profile, remote));
      const change = {
        name: remote.name,
        readonly: remote.readonly,
        is_primary: remote.primary,
        color: remote.color ?? null,
        tzid: remote.tzid ?? profile.default_tzid,
        deleted: false,
      };
      live.push({ calendar: await publishCalendar(client, calendar, change, now), remote });
    }
    return live;
  });
}
