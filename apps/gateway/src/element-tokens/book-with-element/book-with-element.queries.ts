import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';

/** When an event takes place, if it is in the calendar. */
export async function findBooked(
  pool: Pool,
  calendarId: string,
  eventUid: string,
): Promise<{ start: EpochMs; end: EpochMs } | undefined> {
  const { rows } = await pool.query<{ start: number; end: number }>({
    name: 'find-booked-by-element',
    text: `SELECT start_ms::float8 AS start, end_ms::float8 AS end FROM occurrence
           WHERE calendar_id = $1 AND event_uid = $2 AND NOT deleted LIMIT 1`,
    values: [calendarId, eventUid],
  });
  return rows[0];
}
