import type { EventRecord } from '@kalends/contracts';
import type { Pool } from 'pg';

/** The visible records of these events; `$1`, `$2`: calendars and uids, pair by pair. */
const recordsSql = `
  SELECT coalesce(pending_write.record, event_state.record) AS record
  FROM unnest($1::text[], $2::text[]) AS wanted (calendar_id, event_uid)
  LEFT JOIN LATERAL (SELECT record FROM event_state AS stored WHERE (stored.calendar_id, stored.event_uid)
    = (wanted.calendar_id, wanted.event_uid) AND NOT deleted OFFSET 0) AS event_state ON true
  LEFT JOIN LATERAL (SELECT record FROM pending_write AS stored WHERE (stored.calendar_id, stored.event_uid)
    = (wanted.calendar_id, wanted.event_uid) OFFSET 0) AS pending_write ON true
  WHERE coalesce(pending_write.record, event_state.record) IS NOT NULL`;

interface EventKey {
  calendarId: string;
  eventUid: string;
}

/** The events that exist among these, as a read shows them now. */
export async function readRecords(pool: Pool, keys: readonly EventKey[]): Promise<EventRecord[]> {
  const { rows } = await pool.query<{ record: EventRecord }>({
    name: 'read-excluded-events',
    text: recordsSql,
    values: [keys.map(({ calendarId }) => calendarId), keys.map(({ eventUid }) => eventUid)],
  });
  return rows.map(({ record }) => record);
}
