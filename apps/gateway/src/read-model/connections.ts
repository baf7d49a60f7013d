import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import type { Sql } from '@kalends/messaging';
import type { QueryConfig } from 'pg';

/** An account's profiles and calendars, including those just created through the API, without deleted ones, which are apart. */
export interface Connections {
  profiles: ProfileRecord[];
  calendars: CalendarRecord[];
  /** Of these profiles: what their providers no longer list. */
  deletedCalendars: CalendarRecord[];
  /** Ids of calendars in which the application may change events that it did not create (PERM-1). */
  unrestricted: ReadonlySet<string>;
}

const sql = `
  SELECT 'profile' AS kind, record FROM profile_state WHERE account_id = $1
  UNION ALL SELECT 'profile', record FROM pending_profile WHERE account_id = $1
    AND NOT EXISTS (SELECT FROM profile_state WHERE profile_id = pending_profile.profile_id)
  UNION ALL SELECT 'calendar', record FROM calendar_state WHERE account_id = $1
  UNION ALL SELECT 'calendar', record FROM pending_calendar WHERE account_id = $1
    AND NOT EXISTS (SELECT FROM calendar_state WHERE calendar_id = pending_calendar.calendar_id)
  UNION ALL SELECT 'unrestricted', to_jsonb(calendar_id) FROM unrestricted_calendar WHERE account_id = $1`;

interface Queryable {
  query<R>(query: QueryConfig): Promise<{ rows: R[] }>;
}

type Row =
  { kind: 'profile' | 'calendar'; record: ProfileRecord | CalendarRecord } | { kind: 'unrestricted'; record: string };

/** What {@link readConnections} reads with, in a transaction of Prisma. */
export const queryOf = (sql: Sql): Queryable => ({
  query: async ({ text, values = [] }) => ({ rows: await sql.query(text, values) }),
});

export async function readConnections(pool: Queryable, accountId: string): Promise<Connections> {
  const { rows } = await pool.query<Row>({
    name: 'read-connections',
    text: sql,
    values: [accountId],
  });
  const records = rows.flatMap((row) => (row.kind === 'unrestricted' ? [] : [row.record]));
  const unrestricted = new Set(rows.flatMap((row) => (row.kind === 'unrestricted' ? [row.record] : [])));
  const profiles = records.filter((one): one is ProfileRecord => one.kind === 'profile' && !one.deleted);
  const connected = new Set(profiles.map(({ profile_id }) => profile_id));
  const calendars = records.filter(
    (one): one is CalendarRecord => one.kind === 'calendar' && connected.has(one.profile_id),
  );
  return {
    profiles: profiles.sort((a, b) => (a.profile_id < b.profile_id ? -1 : 1)),
    calendars: calendars
      .filter(({ deleted }) => !deleted)
      .sort((a, b) => a.calendar_name.localeCompare(b.calendar_name) || (a.calendar_id < b.calendar_id ? -1 : 1)),
    deletedCalendars: calendars.filter(({ deleted }) => deleted),
    unrestricted,
  };
}
