import { calendarState, type CalendarRecord, type ProfileRecord } from '@kalends/contracts';
import { nextRevision } from '@kalends/event-writes';
import { toIso, type EpochMs } from '@kalends/icalendar';
import { addToOutbox, header, message, sqlOf } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import { calendarsOf, findProfile, type CalendarRow, type ProfileRow } from './rows.js';
import { triedAgainAt } from './set-aside.js';

type ProfileChange = Partial<
  Pick<
    ProfileRow,
    | 'connected'
    | 'error'
    | 'reason'
    | 'initial_sync'
    | 'last_sync'
    | 'next_sync_at'
    | 'polled_at'
    | 'last_poll'
    | 'confirmed_until'
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
    | 'sends_invitations'
    | 'certificate_ends_at'
    | 'expires_at'
    | 'app_passwords_of'
    | 'working_hours'
    | 'hours_due_at'
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

/** When it is read again; null: at once, or no read is planned. */
function nextSyncOf({ connected, next_sync_at, set_aside_at, set_asides }: ProfileRow): EpochMs | null {
  if (!connected || next_sync_at === null) return null;
  if (set_aside_at !== null) return Math.max(next_sync_at, triedAgainAt(set_aside_at, set_asides));
  return next_sync_at === 0 ? null : next_sync_at;
}

/** Of those that fail readers know once they are stale: most failures are over before. */
const unreadOf = (calendars: readonly CalendarRow[]) =>
  calendars
    .filter(({ failures, freshness, deleted }) => failures > 0 && freshness === 'stale' && !deleted)
    .map(({ calendar_id, reason, last_read, retry_at }) => ({
      calendar_id,
      reason: reason ?? 'unknown',
      ...(last_read === null ? {} : { last_read: toIso(last_read) }),
      next_read: toIso(retry_at),
    }));

/** Members of a profile's record about reading it. */
function readingOf(row: ProfileRow, calendars: readonly CalendarRow[]) {
  const nextSync = nextSyncOf(row);
  const unread = row.connected ? unreadOf(calendars) : [];
  return {
    ...(row.last_sync === null ? {} : { last_sync: toIso(row.last_sync) }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.error === null || row.reason === null ? {} : { reason: row.reason }),
    ...(nextSync === null ? {} : { next_sync: toIso(nextSync) }),
    ...(row.confirmed_until === null ? {} : { confirmed_until: toIso(row.confirmed_until) }),
    ...(row.published_at === null ? {} : { published_at: toIso(row.published_at) }),
    ...(row.set_aside_at === null ? {} : { set_aside: true }),
    ...(unread.length === 0 ? {} : { unread_calendars: unread }),
  };
}

/** Members of a profile's record about what ends or limits its connection. */
function healthOf({ connected, consent_ends_at, certificate_ends_at, less_granted, ...row }: ProfileRow) {
  const { error, app_passwords_of, expires_at } = row;
  const hint = error === null || app_passwords_of === null ? {} : { app_passwords_of };
  if (!connected) return hint;
  const warnings = [
    ...(consent_ends_at ? [{ code: 'consent_ends', at: toIso(consent_ends_at) }] : []),
    ...(certificate_ends_at ? [{ code: 'certificate_ends', at: toIso(certificate_ends_at) }] : []),
    ...(less_granted ? [{ code: 'less_granted' }] : []),
  ];
  return {
    ...hint,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(expires_at === null ? {} : { expires_at: toIso(expires_at) }),
  };
}

/** A profile's record on the state topic; `calendars`: all of its rows. */
export const profileRecordOf = (row: ProfileRow, calendars: readonly CalendarRow[]): ProfileRecord => ({
  kind: 'profile',
  account_id: row.account_id,
  profile_id: row.profile_id,
  provider_name: row.provider_name,
  profile_name: row.profile_name,
  connected: row.connected,
  initial_sync: row.initial_sync,
  ...readingOf(row, calendars),
  ...healthOf(row),
  ...(row.sends_invitations ? { sends_invitations: true } : {}),
  ...(row.working_hours === null ? {} : { working_hours: row.working_hours }),
  ...(row.calendars_left_out === 0 ? {} : { calendars_left_out: row.calendars_left_out }),
  calendar_ids: calendars.filter(({ deleted }) => !deleted).map(({ calendar_id }) => calendar_id),
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
  const published = { ...change, published_at: now, revision: nextRevision(current.revision, now) };
  const next = { ...current, ...published };
  const row = { table: 'profile', key: 'profile_id', id: profileId };
  await update(client, row, published);
  const record = profileRecordOf(next, await calendarsOf(client, profileId));
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
  'changed_at',
  'poll_at',
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
  change: ProfileChange & Pick<ProfileRow, 'error' | 'reason'>,
): Promise<void> {
  await publishFreshness(at, profileId, 'disconnected');
  await publishProfile(at, profileId, { connected: false, next_sync_at: null, confirmed_until: null, ...change });
}
