import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { timestamp } from '../tokens/timestamp.js';

/** Erases links whose last time is long past (SCH-9), a page at a time. */
export async function deleteOldLinks(pool: Pool, now: EpochMs): Promise<void> {
  const sql = `DELETE FROM booking_link WHERE link_id IN (
    SELECT link_id FROM booking_link WHERE expires_at < $1 AND status <> 'booking' LIMIT 1000)`;
  for (;;) if ((await pool.query(sql, [timestamp(now)])).rowCount === 0) return;
}
