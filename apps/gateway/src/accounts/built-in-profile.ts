import { calendarCommand, type CalendarCommand, type CalendarRecord, type ProfileRecord } from '@kalends/contracts';
import { addToOutbox, message, sqlOfPrisma } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import type { Pool } from 'pg';
import type { Db } from '../tokens/grants.js';

interface BuiltInProfile {
  accountId: string;
  profileName: string;
  calendarName: string;
  /** IANA zone of the calendar's floating and all-day times. */
  tzid: string;
  ownAddresses: string[];
}

/** The account's first profile of the built-in provider, which no end of access disconnects; null: it has none. */
export async function findBuiltIn(db: Db, accountId: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ profile_id: string }[]>`
    SELECT profile_id FROM (
      SELECT profile_id, record FROM profile_state WHERE account_id = ${accountId} AND NOT deleted
      UNION ALL SELECT profile_id, record FROM pending_profile WHERE account_id = ${accountId}) AS known
    WHERE record ->> 'provider_name' = 'kalends' AND record ->> 'connected' = 'true' ORDER BY profile_id LIMIT 1`;
  return rows[0]?.profile_id ?? null;
}

/** Ids of profiles and calendars: URL-safe and random; the calendar's contains its profile's random part (HTTP-14). */
export function newConnectionIds() {
  const profile = randomToken(12).replaceAll(/[-_]/g, 'x');
  return { profileId: `pro_${profile}`, calendarId: `cal_${profile}_${randomToken(12).replaceAll(/[-_]/g, 'x')}` };
}

/**
 * Creates a profile of the built-in provider with one calendar, in the caller's transaction: sent to calendar-sync, and
 * immediately visible to readers (pending until calendar-sync's own records arrive).
 */
export async function createBuiltInProfile(db: Db, requested: BuiltInProfile) {
  const { profileId, calendarId } = newConnectionIds();
  const common = { account_id: requested.accountId, profile_id: profileId, revision: 0, deleted: false };
  const profile: ProfileRecord = {
    kind: 'profile',
    ...common,
    provider_name: 'kalends',
    profile_name: requested.profileName,
    connected: true,
    initial_sync: 'done',
    calendar_ids: [calendarId],
  };
  const calendar: CalendarRecord = {
    kind: 'calendar',
    ...common,
    calendar_id: calendarId,
    calendar_name: requested.calendarName,
    calendar_readonly: false,
    calendar_primary: true,
    tzid: requested.tzid,
    synced: true,
    freshness: 'fresh',
    own_addresses: requested.ownAddresses,
  };
  const command: CalendarCommand = {
    kind: 'create-profile',
    account_id: requested.accountId,
    profile_id: profileId,
    profile_name: requested.profileName,
    calendar: { calendar_id: calendarId, name: requested.calendarName, tzid: requested.tzid },
    own_addresses: requested.ownAddresses,
  };
  const account_id = requested.accountId;
  await db.pendingProfile.create({ data: { profile_id: profileId, account_id, record: profile } });
  await db.pendingCalendar.create({ data: { calendar_id: calendarId, account_id, record: calendar } });
  await addToOutbox(sqlOfPrisma(db), [message(calendarCommand, command)]);
  return { profileId, calendarId };
}

/**
 * Creates another calendar in a built-in profile, in the caller's transaction: sent to calendar-sync, and immediately
 * visible to readers. `tzid`: IANA zone of its floating and all-day times.
 */
export async function addBuiltInCalendar(
  db: Db,
  { profile, name, tzid, color }: { profile: ProfileRecord; name: string; tzid: string; color: string | null },
): Promise<CalendarRecord> {
  const { account_id, profile_id, profile_name } = profile;
  const { calendarId: calendar_id } = newConnectionIds();
  const colorMember = color === null ? {} : { color };
  const record: CalendarRecord = {
    kind: 'calendar',
    account_id,
    profile_id,
    revision: 0,
    deleted: false,
    calendar_id,
    calendar_name: name,
    calendar_readonly: false,
    calendar_primary: false,
    ...colorMember,
    tzid,
    synced: true,
    freshness: 'fresh',
  };
  const command: CalendarCommand = {
    kind: 'create-profile',
    account_id,
    profile_id,
    profile_name,
    calendar: { calendar_id, name, tzid, ...colorMember },
    own_addresses: [],
  };
  await db.pendingCalendar.create({ data: { calendar_id, account_id, record } });
  await addToOutbox(sqlOfPrisma(db), [message(calendarCommand, command)]);
  return record;
}

const showSql = `
  INSERT INTO pending_calendar (calendar_id, account_id, record)
  SELECT $1, $2, $3 WHERE EXISTS (SELECT FROM account WHERE account_id = $2)
    AND NOT EXISTS (SELECT FROM calendar_state WHERE calendar_id = $1 AND revision >= $4)
  ON CONFLICT (calendar_id) DO UPDATE SET record = excluded.record`;

/** Makes a calendar that another service has just created visible, unless its record has already arrived. */
export async function showCalendar(pool: Pick<Pool, 'query'>, record: CalendarRecord): Promise<void> {
  const { calendar_id, account_id, revision } = record;
  await pool.query({
    name: 'show-calendar',
    text: showSql,
    values: [calendar_id, account_id, JSON.stringify(record), revision],
  });
}
