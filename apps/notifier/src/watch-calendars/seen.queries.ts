import type { CalendarStateRecord } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import { eventKey, Seen, type SeenCalendar, type SeenEvent, type SeenProfile } from './differences.js';

const profilesSql = `
  SELECT profile_id, account_id, revision, connected, synced FROM seen_profile WHERE profile_id = ANY ($1::text[])`;
const calendarsSql = `
  SELECT calendar_id, account_id, profile_id, revision, synced FROM seen_calendar WHERE calendar_id = ANY ($1::text[])`;
const eventsSql = `
  SELECT calendar_id, event_uid, account_id, revision, managed, deleted, changed_at
  FROM seen_event JOIN unnest($1::text[], $2::text[]) AS one(calendar_id, event_uid) USING (calendar_id, event_uid)`;

/** What was last seen of all that the records speak of. */
export async function loadSeen(client: PoolClient, records: readonly CalendarStateRecord[]): Promise<Seen> {
  const events = records.filter((one) => one.kind === 'event');
  const profileIds = new Set(records.flatMap((one) => (one.kind === 'event' ? [] : [one.profile_id])));
  const calendarIds = new Set(records.flatMap((one) => (one.kind === 'profile' ? [] : [one.calendar_id])));
  const profiles = await client.query<SeenProfile>({
    name: 'seen-profiles',
    text: profilesSql,
    values: [[...profileIds]],
  });
  const calendars = await client.query<SeenCalendar>({
    name: 'seen-calendars',
    text: calendarsSql,
    values: [[...calendarIds]],
  });
  const keys = [events.map((one) => one.calendar_id), events.map((one) => one.event_uid)];
  const held = await client.query<SeenEvent>({ name: 'seen-events', text: eventsSql, values: keys });
  return new Seen(
    new Map(profiles.rows.map((row) => [row.profile_id, row])),
    new Map(calendars.rows.map((row) => [row.calendar_id, row])),
    new Map(held.rows.map((row) => [eventKey(row), row])),
  );
}

/** The rows in their keys' order, so that two transactions never wait for each other. */
const saveSql = (table: string, key: string, columns: readonly string[]) => `
  INSERT INTO ${table} AS held SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json) ORDER BY ${key}
  ON CONFLICT (${key}) DO UPDATE SET ${columns.map((one) => `${one} = excluded.${one}`).join(', ')}
  WHERE held.revision < excluded.revision`;

const saves = {
  profiles: saveSql('seen_profile', 'profile_id', ['account_id', 'revision', 'connected', 'synced']),
  calendars: saveSql('seen_calendar', 'calendar_id', ['account_id', 'profile_id', 'revision', 'synced']),
  events: saveSql('seen_event', 'calendar_id, event_uid', [
    'account_id',
    'revision',
    'managed',
    'deleted',
    'changed_at',
  ]),
};

/** Stores what was seen now. */
export async function saveSeen(client: PoolClient, { changed }: Seen): Promise<void> {
  for (const kind of ['profiles', 'calendars', 'events'] as const) {
    if (changed[kind].size === 0) continue;
    const values = [JSON.stringify([...changed[kind].values()])];
    await client.query({ name: `save-seen-${kind}`, text: saves[kind], values });
  }
}
