import { calendarState, type CalendarRecord, type ProfileRecord } from '@kalends/contracts';
import { toIso, type EpochMs } from '@kalends/icalendar';
import { addToOutbox, header, message, sqlOf } from '@kalends/messaging';
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
    | 'polled_at'
    | 'failures'
    | 'notified_at'
    | 'deleted'
    | 'sealed_password'
    | 'own_addresses'
    | 'url'
    | 'username'
    | 'profile_name'
    | 'links'
    | 'identity_origin'
    | 'identity_principal'
    | 'revoked_at'
    | 'revoked_scope'
    | 'deaths'
    | 'set_aside_at'
    | 'reads_wait_until'
    | 'denied_at'
    | 'set_asides'
    | 'calendars_left_out'
  >
>;
type CalendarChange = Partial<Omit<CalendarRow, 'calendar_id' | 'profile_id' | 'account_id' | 'href' | 'revision'>>;

/** The transaction of a change, and its time (epoch ms). */
export interface Publishing {
  client: PoolClient;
  now: EpochMs;
  /** When the provider notified of the changes that precede it (epoch ms). */
  notifiedAt?: EpochMs | null;
}

/** Identifies the changed row: in `table`, its column `key` is `id`. */
interface RowKey {
  table: string;
  key: string;
  id: string;
}

async function update(client: PoolClient, { table, key, id }: RowKey, change: object) {
  const entries = Object.entries(change);
  const sets = entries.map(([name], index) => `${name} = $${index + 2}`).join(', ');
  await client.query(`UPDATE ${table} SET ${sets} WHERE ${key} = $1`, [id, ...entries.map(([, value]) => value)]);
}

/** A profile's record on the state topic. */
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
  ...(row.set_aside_at === null ? {} : { set_aside: true }),
  ...(row.calendars_left_out === 0 ? {} : { calendars_left_out: row.calendars_left_out }),
  calendar_ids: calendarIds,
  revision: row.revision,
  deleted: row.deleted,
});

/** A calendar's record on the state topic, for an owner with these addresses. */
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
  ...(row.freshness === 'stale' && row.unread_since !== null ? { unread_since: row.unread_since } : {}),
  own_addresses: ownAddresses,
  ...(row.integrated_conferencing ? { integrated_conferencing: true } : {}),
  ...(row.unreadable > 0 ? { unreadable_objects: row.unreadable } : {}),
  revision: row.revision,
  deleted: row.deleted,
});

/** Changes a profile's row and publishes it; the caller's transaction must have locked the account and read the row. */
export async function publishProfile(
  { client, now, notifiedAt }: Publishing,
  profileId: string,
  change: ProfileChange,
): Promise<ProfileRecord> {
  const current = await findProfile(client, profileId);
  if (!current) throw new Error(`there is no profile ${profileId}`);
  const next = { ...current, ...change, revision: nextRevision(current.revision, now) };
  const row = { table: 'profile', key: 'profile_id', id: profileId };
  await update(client, row, { ...change, revision: next.revision });
  const calendars = await calendarsOf(client, profileId);
  const live = calendars.filter(({ deleted }) => !deleted).map(({ calendar_id }) => calendar_id);
  const record = profileRecordOf(next, live);
  const headers = notifiedAt ? { headers: { [header.notifiedAt]: String(notifiedAt) } } : {};
  await addToOutbox(sqlOf(client), [message(calendarState, record, headers)]);
  return record;
}

/** Columns of a calendar that its record does not show. */
const internal = new Set([
  'ctag',
  'ctag_seen',
  'cursor',
  'rereads_done',
  'made_at',
  'listing_due_at',
  'convert_again',
  'missing_since',
]);

/**
 * Changes a calendar's row and publishes it if readers see a difference; requirements as for {@link publishProfile}.
 */
export async function publishCalendar(
  { client, now }: Publishing,
  calendar: CalendarRow,
  change: CalendarChange,
): Promise<CalendarRow> {
  const visible = Object.fromEntries(Object.entries(change).filter(([name]) => !internal.has(name)));
  const changes = (part: CalendarChange) =>
    Object.entries(part).some(([name, value]) => calendar[name as keyof CalendarRow] !== value);
  const differs = calendar.revision === 0 || changes(visible);
  if (!differs && !changes(change)) return calendar;
  const next = { ...calendar, ...change, revision: differs ? nextRevision(calendar.revision, now) : calendar.revision };
  const row = { table: 'calendar', key: 'calendar_id', id: calendar.calendar_id };
  await update(client, row, { ...change, revision: next.revision });
  if (!differs) return next;
  const profile = await findProfile(client, calendar.profile_id);
  const record = calendarRecordOf(next, profile?.own_addresses ?? []);
  await addToOutbox(sqlOf(client), [message(calendarState, record)]);
  return next;
}

/** Sets the freshness of a profile's calendars, and publishes those for which it changed. */
export async function publishFreshness(
  at: Publishing,
  profileId: string,
  freshness: CalendarRow['freshness'],
): Promise<void> {
  for (const calendar of await calendarsOf(at.client, profileId)) {
    if (!calendar.deleted) await publishCalendar(at, calendar, { freshness });
  }
}

/** The provider no longer grants access, or the owner disconnected: marks the profile and its calendars. */
export async function publishDisconnected(
  at: Publishing,
  profileId: string,
  change: ProfileChange & { error: string },
): Promise<void> {
  await publishFreshness(at, profileId, 'disconnected');
  await publishProfile(at, profileId, { connected: false, next_sync_at: null, ...change });
}
