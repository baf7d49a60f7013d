import { isBuiltIn } from '@kalends/provider-registry';
import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import type { ChangeType } from '@kalends/public-api';
import type { AccountChange } from './change.js';

/** A record before and after, and whether the application has requested what it now shows. */
interface Replaced<Kind> {
  /** Null: it is the first one. */
  before: Kind | null;
  after: Kind;
  isRequested: boolean;
}

const isAlive = (one: { deleted: boolean } | null): boolean => one !== null && !one.deleted;

function profileTypes({ before, after }: Replaced<ProfileRecord>): ChangeType[] {
  if (after.deleted) return isAlive(before) ? ['profile_deleted'] : [];
  const had = isAlive(before) ? before : null;
  const isRead = after.initial_sync === 'done' && had?.initial_sync !== 'done' && !isBuiltIn(after);
  return [
    ...(after.connected && !had?.connected ? (['profile_connected'] as const) : []),
    ...(had?.connected && !after.connected ? (['profile_disconnected'] as const) : []),
    ...(isRead ? (['profile_initial_sync_completed'] as const) : []),
  ];
}

/** What a profile's record changes, as entries of the log. Syncs alone change nothing. */
export function profileChanges(replaced: Replaced<ProfileRecord>): AccountChange[] {
  const { account_id, profile_id } = replaced.after;
  return profileTypes(replaced).map((type) => {
    const own = replaced.isRequested && type !== 'profile_initial_sync_completed';
    return { accountId: account_id, type, own, subject: { profile_id } };
  });
}

/** What applications see of a calendar, apart from its events. */
const shown = (one: CalendarRecord) =>
  JSON.stringify([one.calendar_name, one.calendar_readonly, one.calendar_primary, one.color, one.profile_id]);

function calendarTypes({ before, after, isRequested }: Replaced<CalendarRecord>): ChangeType[] {
  if (after.deleted) return isAlive(before) ? ['calendar_deleted'] : [];
  const had = isAlive(before) ? before : null;
  // a calendar that the application created is empty
  const isRead = after.synced && !had?.synced && (had !== null || !isRequested);
  return [
    ...(had ? [] : (['calendar_created'] as const)),
    ...(had && shown(had) !== shown(after) ? (['calendar_changed'] as const) : []),
    ...(isRead ? (['calendar_synced'] as const) : []),
  ];
}

/** What a calendar's record changes, as entries of the log. Its events are entries of their own once it is synced. */
export function calendarChanges(replaced: Replaced<CalendarRecord>): AccountChange[] {
  const { account_id, calendar_id, profile_id } = replaced.after;
  return calendarTypes(replaced).map((type) => {
    const own = replaced.isRequested && type === 'calendar_created';
    return { accountId: account_id, type, own, subject: { calendar_id, profile_id } };
  });
}

/** Whether the record is the first after the calendar was read: its events so far are no changes. */
export const isFirstRead = ({ before, after }: Pick<Replaced<CalendarRecord>, 'before' | 'after'>): boolean =>
  after.synced && !(isAlive(before) && before!.synced);
