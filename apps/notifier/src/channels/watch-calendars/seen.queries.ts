import type { CalendarStateRecord, ProfileRecord } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import { eventKey, SeenState, type SeenCalendar, type SeenEvent, type SeenProfile } from './differences.js';

/** Everything in one statement: the round trip dominates the cost of a load. */
const loadSql = `
  SELECT 'erased' AS kind, to_jsonb(erased_account) AS row FROM erased_account WHERE account_id = ANY ($1::text[])
  UNION ALL SELECT 'profile', to_jsonb(seen_profile) FROM seen_profile WHERE profile_id = ANY ($2::text[])
  UNION ALL SELECT 'calendar', to_jsonb(seen_calendar) FROM seen_calendar WHERE calendar_id = ANY ($3::text[])
  UNION ALL SELECT 'event', to_jsonb(seen_event)
  FROM seen_event JOIN unnest($4::text[], $5::text[]) AS one(calendar_id, event_uid) USING (calendar_id, event_uid)`;

type Row =
  | { kind: 'erased'; row: { account_id: string } }
  | { kind: 'profile'; row: SeenProfile }
  | { kind: 'calendar'; row: SeenCalendar }
  | { kind: 'event'; row: SeenEvent };

/** The last seen state of everything that the records concern, and which of their accounts have been erased. */
export async function loadSeen(
  client: PoolClient,
  records: readonly CalendarStateRecord[],
): Promise<{ seen: SeenState; erased: ReadonlySet<string> }> {
  const events = records.filter((one) => one.kind === 'event');
  const accountIds = new Set(records.map(({ account_id }) => account_id));
  const profileIds = new Set(records.flatMap((one) => (one.kind === 'event' ? [] : [one.profile_id])));
  const calendarIds = new Set(records.flatMap((one) => (one.kind === 'profile' ? [] : [one.calendar_id])));
  const eventKeys = [events.map((one) => one.calendar_id), events.map((one) => one.event_uid)];
  const values = [[...accountIds], [...profileIds], [...calendarIds], ...eventKeys];
  const { rows } = await client.query<Row>({ name: 'load-seen', text: loadSql, values });
  const of = <Kind extends Row['kind']>(kind: Kind) =>
    rows.filter((one): one is Extract<Row, { kind: Kind }> => one.kind === kind);
  const seen = new SeenState(
    new Map(of('profile').map(({ row }) => [row.profile_id, row])),
    new Map(of('calendar').map(({ row }) => [row.calendar_id, row])),
    new Map(of('event').map(({ row }) => [eventKey(row), row])),
  );
  return { seen, erased: new Set(of('erased').map(({ row }) => row.account_id)) };
}

/** The rows in the order of their keys, so that two transactions cannot deadlock. */
const saveSql = (table: string, key: string, columns: readonly string[]) => `
  INSERT INTO ${table} AS held SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json) ORDER BY ${key}
  ON CONFLICT (${key}) DO UPDATE SET ${columns.map((one) => `${one} = excluded.${one}`).join(', ')}
  WHERE held.revision < excluded.revision`;

const saves = {
  profiles: saveSql('seen_profile', 'profile_id', ['account_id', 'revision', 'connected', 'synced', 'expires_at']),
  calendars: saveSql('seen_calendar', 'calendar_id', ['account_id', 'profile_id', 'revision', 'synced']),
  events: saveSql('seen_event', 'calendar_id, event_uid', [
    'account_id',
    'revision',
    'managed',
    'deleted',
    'changed_at',
  ]),
};

/** Stores the state seen now. */
export async function saveSeen(client: PoolClient, { changed }: SeenState): Promise<void> {
  for (const kind of ['profiles', 'calendars', 'events'] as const) {
    if (changed[kind].size === 0) continue;
    const values = [JSON.stringify([...changed[kind].values()])];
    await client.query({ name: `save-seen-${kind}`, text: saves[kind], values });
  }
}

const newerSql = 'SELECT FROM seen_profile WHERE profile_id = $1 AND revision >= $2';

/** Erases what was seen of profiles and their calendars. A record older than what was seen changes nothing. */
export async function eraseSeen(client: PoolClient, profiles: readonly ProfileRecord[]): Promise<void> {
  for (const { profile_id, revision, calendar_ids } of profiles) {
    if ((await client.query(newerSql, [profile_id, revision])).rowCount) continue;
    for (const table of ['seen_event', 'seen_calendar'])
      await client.query(`DELETE FROM ${table} WHERE calendar_id = ANY ($1::text[])`, [calendar_ids]);
    await client.query('DELETE FROM seen_profile WHERE profile_id = $1', [profile_id]);
  }
}
