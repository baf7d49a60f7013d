import type { EpochMs } from '@kalends/icalendar';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { CalendarRow, ProfileRow } from '../../published-state/rows.js';

/** A channel that was open at the last poll, unless a notification has arrived since the calendar was last read. */
const doubtSql = `
  UPDATE push_channel SET doubted_at = $2
  WHERE calendar_id = $1 AND resource_id IS NOT NULL AND NOT closing AND opened_at <= $3 AND doubted_at IS NULL
    AND NOT EXISTS (SELECT FROM calendar WHERE calendar_id = $1 AND notified > $4)
  RETURNING channel_id`;

/** The rows as they were before the poll. */
interface PolledRows {
  profile: ProfileRow;
  calendar: CalendarRow;
}

/** Whether the calendar's changes since its last read should have been notified. */
const isComparable = ({ profile, calendar }: PolledRows): boolean =>
  profile.last_poll !== null &&
  calendar.synced &&
  calendar.failures === 0 &&
  !calendar.convert_again &&
  calendar.rereads_wanted <= calendar.rereads_done;

/**
 * A poll found a change that no notification announced: until one arrives on the channel, or the provider opens another one, it does not
 * count. A notification that is only late restores it before the next read.
 */
export async function doubtChannel(
  { pool, log, now }: { pool: Pool; log: Logger; now: EpochMs },
  polled: PolledRows,
): Promise<void> {
  if (!isComparable(polled)) return;
  const { profile, calendar } = polled;
  const values = [calendar.calendar_id, now, profile.last_poll, calendar.notified_read];
  const { rows } = await pool.query<{ channel_id: string }>(doubtSql, values);
  for (const { channel_id } of rows)
    logEvent(log, 'provider_channel.doubted', { calendar_id: calendar.calendar_id, channel_id });
}
