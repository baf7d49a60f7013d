import type { Pool } from 'pg';

interface Shown {
  calendar_id: string;
  event_uid: string;
  series_identifier?: string;
}

const idsSql = `
  SELECT calendar_id, event_uid, record ->> 'google_event_id' AS id
  FROM event_state JOIN unnest($1::text[], $2::text[]) AS asked (calendar_id, event_uid) USING (calendar_id, event_uid)
  WHERE record ->> 'google_event_id' IS NOT NULL`;

const uidOf = ({ event_uid, series_identifier }: Shown) => series_identifier ?? event_uid;
const keyOf = (calendarId: string, uid: string) => `${calendarId}\n${uid}`;

/**
 * The events of a page (JSON texts) with `google_event_id` for those at Google. An instance's id is the
 * master's, `_`, and its original start in UTC or its date, as Google names instances.
 */
export async function withGoogleIds(pool: Pool, events: readonly string[]): Promise<string[]> {
  const shown = events.map((text) => JSON.parse(text) as Shown);
  const { rows } = await pool.query<{ calendar_id: string; event_uid: string; id: string }>({
    name: 'find-google-event-ids',
    text: idsSql,
    values: [shown.map((one) => one.calendar_id), shown.map(uidOf)],
  });
  const ids = new Map(rows.map((row) => [keyOf(row.calendar_id, row.event_uid), row.id]));
  return shown.map((one) => {
    const id = ids.get(keyOf(one.calendar_id, uidOf(one)));
    const suffix = one.event_uid.slice(uidOf(one).length);
    return JSON.stringify(id === undefined ? one : { ...one, google_event_id: `${id}${suffix}` });
  });
}
