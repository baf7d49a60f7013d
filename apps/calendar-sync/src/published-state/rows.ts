import type { EventChange, EventRecord, UnreadReason, WorkingHours } from '@kalends/contracts';
import type { EpochMs, EventSeries } from '@kalends/icalendar';
import { accountLocks } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import type { RemoteCalendar } from '@kalends/provider-port/sync';

/** A pool, or a connection inside a transaction. */
export type Db = Pick<Pool, 'query'> | PoolClient;

export interface ProfileRow {
  profile_id: string;
  account_id: string;
  provider_name: string;
  profile_name: string;
  url: string | null;
  username: string | null;
  sealed_password: string | null;
  own_addresses: string[];
  default_tzid: string;
  connected: boolean;
  error: string | null;
  /** Why it cannot be read; null: it can, or it failed before reasons were stored. */
  reason: UnreadReason | null;
  initial_sync: 'pending' | 'done' | 'failed';
  last_sync: EpochMs | null;
  next_sync_at: EpochMs | null;
  failures: number;
  lease_id: string | null;
  revision: number;
  deleted: boolean;
  /** Number of times it was linked. */
  links: number;
  /** Number of change notifications from its provider. */
  notified: number;
  /** When the first of those that no sync has answered yet was received; null if there is none. */
  notified_at: EpochMs | null;
  /** Consecutive failures of writes to its provider; none is tried before `writes_wait_until`. */
  write_failures: number;
  writes_wait_until: EpochMs;
  /** The identity that the CalDAV server authenticated; null if it was never proved. */
  identity_origin: string | null;
  identity_principal: string | null;
  /** Epoch ms when access to it ended; null while applications have access. */
  revoked_at: EpochMs | null;
  /** The scope of the tokens that it had then. */
  revoked_scope: string[];
  /** Number of times in a row that the process ended during a sync of it. */
  deaths: number;
  /** When it was set aside for that; null: it was not. */
  set_aside_at: EpochMs | null;
  /** Its provider is not read before, whatever is notified. */
  reads_wait_until: EpochMs;
  /** Since when its provider refuses the credentials; null: it does not. */
  denied_at: EpochMs | null;
  /** Number of times in a row that it was set aside, without a complete sync between them. */
  set_asides: number;
  /** Number of the calendars at its provider that are not read, since there are too many. */
  calendars_left_out: number;
  /** Of its tokens: when its provider ends the consent, and whether its user permitted less than was requested; null: no tokens. */
  consent_ends_at: EpochMs | null;
  less_granted: boolean | null;
  /** When the certificate of its server expires, epoch ms; null: it has none, or was not read since. */
  certificate_ends_at: EpochMs | null;
  /** The end of its connection that was published a day before; null: none. */
  expires_at: EpochMs | null;
  /** Of refused credentials: whose app passwords its user may need. */
  app_passwords_of: string | null;
  /** Whether its CalDAV server sends the invitations of events. */
  sends_invitations: boolean;
  /** When its user works, as its provider states it; null: that is not known. It is read again from `hours_due_at` on. */
  working_hours: WorkingHours | null;
  hours_due_at: EpochMs;
  /** The server for which its last sync took long; null: it did not. */
  slow_server: string | null;
  /** Until then a notification leads to reads of its calendar only. */
  polled_at: EpochMs;
  /** When all of its calendars were last read; null: never. */
  last_poll: EpochMs | null;
  /** Until when its proven channels report every change; null: not all of its calendars have one. */
  confirmed_until: EpochMs | null;
  /** When somebody last used its account, as far as the gateway has reported. */
  used_at: EpochMs;
  /** When its record was last published. */
  published_at: EpochMs | null;
}

export interface CalendarRow {
  calendar_id: string;
  profile_id: string;
  account_id: string;
  href: string;
  name: string;
  readonly: boolean;
  is_primary: boolean;
  color: string | null;
  tzid: string;
  /** The ctag under which nothing is left to be read. */
  ctag: string | null;
  /** The ctag at the last read. */
  ctag_seen: string | null;
  cursor: string | null;
  /** Events are read even if their etags are known, since the time zone data have changed. */
  convert_again: boolean;
  /** Since when it is missing from its provider's list; null: it is not. */
  missing_since: EpochMs | null;
  /** Number of change notifications from its provider, and of those that a read has answered. */
  notified: number;
  notified_read: number;
  /** Since when it cannot be read although others of its profile can; null: it can. */
  unread_since: EpochMs | null;
  /** Why not, and when it was last read before; null: it can, or it never was. */
  reason: UnreadReason | null;
  last_read: EpochMs | null;
  rereads_wanted: number;
  rereads_done: number;
  /** Consecutive reads that the provider has refused. */
  failures: number;
  /** Epoch ms until which it is not read again after that. */
  retry_at: number;
  /** When a read last found a change. */
  changed_at: EpochMs;
  /** When it is read by itself, since it has no proven channel; null: with all of its profile. */
  poll_at: EpochMs | null;
  /** Epoch ms at which everything is listed and compared, whatever the provider reports as changed. */
  listing_due_at: EpochMs;
  /** Number of its objects that could not be read. */
  unreadable: number;
  /** Whether its provider adds conferences to events on request. */
  integrated_conferencing: boolean;
  synced: boolean;
  freshness: 'fresh' | 'stale' | 'disconnected';
  revision: number;
  deleted: boolean;
  /** Epoch ms when the application created it; 0 for calendars found at the provider. */
  made_at: EpochMs;
}

export interface EventRow {
  calendar_id: string;
  event_uid: string;
  account_id: string;
  event_id: string | null;
  uid: string;
  href: string | null;
  etag: string | null;
  series: EventSeries | null;
  published: EventRecord;
  revision: number;
  command: number;
  changed_at: EpochMs;
  deleted: boolean;
  settled: number;
}

export interface PendingWriteRow {
  calendar_id: string;
  event_uid: string;
  command: number;
  account_id: string;
  profile_id: string;
  operation: 'upsert' | 'delete';
  change: EventChange | null;
  accepted_at: EpochMs;
  attempts: number;
  /** Refusals of the credentials in a row. */
  denials: number;
  lease_id: string | null;
  traceparent: string | null;
  request_id: string | null;
  /** The provider has accepted it; what remains is to wait for the conference that it adds. */
  awaits_conference: boolean;
  /** The write of another event that the provider has to accept first, if there is one. */
  after_event_uid: string | null;
  after_command: number | null;
}

/** Serialises all changes to the calendars of accounts until the transaction ends. */
export const lockAccounts = accountLocks({ seed: 11 });

/** {@link lockAccounts} of one, however long that takes. */
export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query(lockAccounts([accountId]));
}

/** Profiles, with what is known of their tokens. */
export const selectProfiles = `
  SELECT profile.*, oauth_token.ends_at AS consent_ends_at, oauth_token.less_granted
  FROM profile LEFT JOIN oauth_token USING (profile_id)`;

export async function findProfile(db: Db, profileId: string): Promise<ProfileRow | null> {
  const { rows } = await db.query<ProfileRow>(`${selectProfiles} WHERE profile_id = $1`, [profileId]);
  return rows[0] ?? null;
}

export async function findCalendar(db: Db, calendarId: string): Promise<CalendarRow | null> {
  const { rows } = await db.query<CalendarRow>('SELECT * FROM calendar WHERE calendar_id = $1', [calendarId]);
  return rows[0] ?? null;
}

export async function findEvent(db: Db, calendarId: string, eventUid: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow>('SELECT * FROM event WHERE calendar_id = $1 AND event_uid = $2', [
    calendarId,
    eventUid,
  ]);
  return rows[0] ?? null;
}

export async function calendarsOf(db: Db, profileId: string): Promise<CalendarRow[]> {
  const { rows } = await db.query<CalendarRow>('SELECT * FROM calendar WHERE profile_id = $1 ORDER BY calendar_id', [
    profileId,
  ]);
  return rows;
}

/** A calendar as its provider listed it last. */
export const remoteOf = (calendar: CalendarRow): RemoteCalendar => ({
  href: calendar.href,
  name: calendar.name,
  readonly: calendar.readonly,
  primary: calendar.is_primary,
  tzid: calendar.tzid,
});
