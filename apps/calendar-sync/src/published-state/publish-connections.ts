import { calendarState, type CalendarRecord, type ProfileRecord } from '@kalends/contracts';
import { toIso, type EpochMs } from '@kalends/icalendar';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import { calendarsOf, findProfile, nextRevision, type CalendarRow, type ProfileRow } from './rows.js';

type ProfileChange = Partial<
  Pick<
    ProfileRow,
    | 'connected'
    | 'error'
    | 'initial_sync'
    | 'last_sync'
    | 'next_sync_at'
    | 'failures'
    | 'deleted'
    | 'sealed_password'
    | 'own_addresses'
    | 'url'
    | 'username'
    | 'profile_name'
    | 'links'
    | 'identity_origin'
    | 'identity_principal'
  >
>;
type CalendarChange = Partial<Omit<CalendarRow, 'calendar_id' | 'profile_id' | 'account_id' | 'href' | 'revision'>>;

async function update(client: PoolClient, table: string, key: string, id: string, change: object) {
  const entries = Object.entries(change);
  const sets = entries.map(([name], index) => `${name} = $${index + 2}`).join(', ');
  await client.query(`UPDATE ${table} SET ${sets} WHERE ${key} = $1`, [id, ...entries.map(([, value]) => value)]);
}

/** What readers are told of a profile. */
export const profileRecordOf = (row: ProfileRow, calendarIds: string[]): ProfileRecord => ({
  kind: 'profile',
  account_id: row.account_id,
  profile_id: row.profile_id,
  provider_name: row.provider_name,
  profile_name: row.profile_name,
  connected: row.connected,
  initial_sync: row.initial_sync,
  ...(row.last_sync === null ? {} : { last_sync: toIso(row.last_sync) }),
  ...(row.error === null ? {} : { error: row.error }),
  calendar_ids: calendarIds,
  revision: row.revision,
  deleted: row.deleted,
});

/** What readers are told of a calendar of whoever has these addresses. */
export const calendarRecordOf = (row: CalendarRow, ownAddresses: string[]): CalendarRecord => ({
  kind: 'calendar',
  account_id: row.account_id,
  profile_id: row.profile_id,
  calendar_id: row.calendar_id,
  calendar_name: row.name,
  calendar_readonly: row.readonly,
  calendar_primary: row.is_primary,
  ...(row.color === null ? {} : { color: row.color }),
  tzid: row.tzid,
  synced: row.synced,
  freshness: row.freshness,
  own_addresses: ownAddresses,
  revision: row.revision,
  deleted: row.deleted,
});

/** Changes a profile's row and publishes it; the caller's transaction holds the account's lock and has seen the row. */
export async function publishProfile(
  client: PoolClient,
  profileId: string,
  change: ProfileChange,
  now: EpochMs,
): Promise<ProfileRecord> {
  const held = await findProfile(client, profileId);
  if (!held) throw new Error(`there is no profile ${profileId}`);
  const next = { ...held, ...change, revision: nextRevision(held.revision, now) };
  await update(client, 'profile', 'profile_id', profileId, { ...change, revision: next.revision });
  const calendars = await calendarsOf(client, profileId);
  const live = calendars.filter(({ deleted }) => !deleted).map(({ calendar_id }) => calendar_id);
  const record = profileRecordOf(next, live);
  await addToOutbox(sqlOf(client), [message(calendarState, record)]);
  return record;
}

/** Changes a calendar's row and publishes it when readers can see a difference; as {@link publishProfile}. */
export async function publishCalendar(
  client: PoolClient,
  calendar: CalendarRow,
  change: CalendarChange,
  now: EpochMs,
): Promise<CalendarRow> {
  const { ctag: _ctag, cursor: _cursor, rereads_done: _done, made_at: _made, ...visible } = change;
  const changes = (part: CalendarChange) =>
    Object.entries(part).some(([name, value]) => calendar[name as keyof CalendarRow] !== value);
  const differs = calendar.revision === 0 || changes(visible);
  if (!differs && !changes(change)) return calendar;
  const next = { ...calendar, ...change, revision: differs ? nextRevision(calendar.revision, now) : calendar.revision };
  await update(client, 'calendar', 'calendar_id', calendar.calendar_id, { ...change, revision: next.revision });
  if (!differs) return next;
  const profile = await findProfile(client, calendar.profile_id);
  const record = calendarRecordOf(next, profile?.own_addresses ?? []);
  await addToOutbox(sqlOf(client), [message(calendarState, record)]);
  return next;
}

/** Marks how far a profile's calendars can be relied on, and publishes those where that is news. */
export async function publishFreshness(
  client: PoolClient,
  profileId: string,
  freshness: CalendarRow['freshness'],
  now: EpochMs,
): Promise<void> {
  for (const calendar of await calendarsOf(client, profileId)) {
    if (!calendar.deleted) await publishCalendar(client, calendar, { freshness }, now);
  }
}

/** The provider no longer lets us in, or the owner no longer wants it: said of the profile and of its calendars. */
export async function publishDisconnected(
  client: PoolClient,
  profileId: string,
  change: ProfileChange & { error: string },
  now: EpochMs,
): Promise<void> {
  await publishFreshness(client, profileId, 'disconnected', now);
  await publishProfile(client, profileId, { connected: false, next_sync_at: null, ...change }, now);
}
