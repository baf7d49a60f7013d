import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { maxCalendars, storeCalendar } from '../../published-state/store-calendar.js';
import { publishCalendar, publishProfile, type Publishing } from '../../published-state/publish-connections.js';
import { publishEvents } from '../../published-state/publish-events.js';
import {
  calendarsOf,
  lockAccount,
  type CalendarRow,
  type EventRow,
  type ProfileRow,
} from '../../published-state/rows.js';
import { assertLease } from './lease.js';

const batchSize = 500;

/** A provider may list a newly created calendar late: for this long (ms) it does not count as deleted. */
const graceMs = 120_000;

const secondLookMs = 30_000;

/** If a calendar is deleted, so are its events: they are published as deleted. */
async function remove(at: Publishing, owner: ProfileRow, calendar: CalendarRow) {
  const { client, now } = at;
  const { rows } = await client.query<Pick<EventRow, 'event_uid' | 'uid'>>(
    'SELECT event_uid, uid FROM event WHERE calendar_id = $1 AND NOT deleted',
    [calendar.calendar_id],
  );
  await client.query('DELETE FROM pending_write WHERE calendar_id = $1', [calendar.calendar_id]);
  const updates = rows.map((row) => ({ eventUid: row.event_uid, uid: row.uid, href: null, etag: null, series: null }));
  for (let done = 0; done < updates.length; done += batchSize) {
    await publishEvents(client, { calendar, owner, now }, updates.slice(done, done + batchSize));
  }
  await client.query('DELETE FROM other_object WHERE calendar_id = $1', [calendar.calendar_id]);
  await publishCalendar(at, calendar, { deleted: true, cursor: null, ctag: null, synced: false });
}

/** A list without the default calendar is a fault of its server, unless a second one, half a minute later or more, lacks it as well. */
async function isFirstLook({ client, now }: Publishing, { calendar_id, is_primary, missing_since }: CalendarRow) {
  if (!is_primary || (missing_since !== null && missing_since <= now - secondLookMs)) return false;
  await client.query('UPDATE calendar SET missing_since = coalesce(missing_since, $2) WHERE calendar_id = $1', [
    calendar_id,
    now,
  ]);
  return true;
}

/** Floating times mean something else in another zone: the events are published again. */
async function republish({ client, now }: Publishing, owner: ProfileRow, calendar: CalendarRow) {
  for (let after = ''; ;) {
    const { rows } = await client.query<EventRow>(
      `SELECT * FROM event WHERE calendar_id = $1 AND NOT deleted AND event_uid > $2 ORDER BY event_uid LIMIT ${batchSize}`,
      [calendar.calendar_id, after],
    );
    const updates = rows.map(({ event_uid: eventUid, uid, href, etag, series }) => ({
      eventUid,
      uid,
      href,
      etag,
      series,
    }));
    await publishEvents(client, { calendar, owner, now }, updates);
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.event_uid;
  }
}

/** An existing calendar: the stored one and the provider's. */
export interface LiveCalendar {
  calendar: CalendarRow;
  remote: RemoteCalendar;
}

async function updateCalendar(at: Publishing, profile: ProfileRow, { calendar: stored, remote }: LiveCalendar) {
  const change = {
    name: remote.name,
    readonly: remote.readonly,
    is_primary: remote.primary,
    color: remote.color ?? null,
    tzid: remote.tzid ?? profile.default_tzid,
    integrated_conferencing: remote.integratedConferencing ?? false,
    deleted: false,
    missing_since: null,
  };
  const calendar = await publishCalendar(at, stored, change);
  if (stored.tzid !== calendar.tzid) await republish(at, profile, calendar);
  return calendar;
}

/** Those that are known stay; of the others the primary one is chosen first, then by href. */
function chosen(remotes: readonly RemoteCalendar[], stored: ReadonlyMap<string, CalendarRow>): RemoteCalendar[] {
  if (remotes.length <= maxCalendars) return [...remotes];
  const isKnown = ({ href }: RemoteCalendar) => stored.get(href)?.deleted === false;
  const known = remotes.filter(isKnown);
  const others = remotes
    .filter((one) => !isKnown(one))
    .sort((a, b) => Number(b.primary) - Number(a.primary) || (a.href < b.href ? -1 : 1));
  return [...known, ...others.slice(0, Math.max(0, maxCalendars - known.length))];
}

interface Listing {
  remotes: readonly RemoteCalendar[];
  now: EpochMs;
  log: Logger;
}

/** Publishes how many calendars of the list are not read, if that has changed. */
async function publishLeftOut(at: Publishing & { log: Logger }, profile: ProfileRow, leftOut: number) {
  const { profile_id, calendars_left_out } = profile;
  if (leftOut === calendars_left_out) return;
  await publishProfile(at, profile_id, { calendars_left_out: leftOut });
  const text = 'a provider lists more calendars of a profile than are read';
  if (leftOut > 0) at.log.warn({ event: 'profile.calendars_limited', profile_id, calendars: leftOut }, text);
}

/**
 * Makes the profile's calendars match the provider's list, and publishes the differences. Returns each live calendar
 * with its remote.
 */
export async function reconcileCalendars(
  pool: Pool,
  profile: ProfileRow,
  { remotes, now, log }: Listing,
): Promise<LiveCalendar[]> {
  return inTransaction(pool, async (client) => {
    const at = { client, now };
    await lockAccount(client, profile.account_id);
    await assertLease(client, profile);
    const stored = new Map((await calendarsOf(client, profile.profile_id)).map((row) => [row.href, row]));
    const listed = new Set(remotes.map(({ href }) => href));
    for (const row of stored.values()) {
      const isMissing = !listed.has(row.href) && !row.deleted && row.made_at <= now - graceMs;
      if (isMissing && !(await isFirstLook(at, row))) await remove(at, profile, row);
    }
    const live: LiveCalendar[] = [];
    const read = chosen(remotes, stored);
    await publishLeftOut({ ...at, log }, profile, remotes.length - read.length);
    for (const remote of read) {
      const calendar = stored.get(remote.href) ?? (await storeCalendar(client, profile, remote));
      live.push({ calendar: await updateCalendar(at, profile, { calendar, remote }), remote });
    }
    return live;
  });
}
