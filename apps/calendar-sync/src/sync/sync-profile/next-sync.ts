import type { EpochMs } from '@kalends/icalendar';
import type { PoolClient } from 'pg';
import type { Publishing } from '../../published-state/publish-connections.js';
import type { ProfileRow } from '../../published-state/rows.js';

/** Whether a provider notifies about changes of every calendar. */
const watchedSql = `
  SELECT NOT EXISTS (
    SELECT FROM calendar WHERE profile_id = $1 AND NOT deleted AND NOT EXISTS (
      SELECT FROM push_channel channel
      WHERE channel.calendar_id = calendar.calendar_id AND resource_id IS NOT NULL AND NOT closing AND expires_at > $2
    )) AS watched`;

type SinceRead = Pick<ProfileRow, 'notified' | 'notified_at'> & { retry_at: EpochMs | null };

const sinceReadSql = `
  SELECT notified, notified_at,
    (SELECT min(retry_at) FROM calendar WHERE profile_id = $1 AND NOT deleted AND failures > 0) AS retry_at
  FROM profile WHERE profile_id = $1 FOR UPDATE`;

/** With channels open, most polls find nothing: they only cover lost notifications. */
const slowerBy = 10;
const slowestMs = 300_000;

interface Polling {
  /** Between two polls, ms. */
  intervalMs: number;
  /** Whether its provider can notify. */
  pushes: boolean;
  /** Whether all of its calendars were read now, rather than those that a notification named. */
  wasPolled: boolean;
}

/**
 * When a profile that was just synced is due again: at once after a notification that arrived meanwhile, else after the interval, with
 * jitter, but no later than a calendar that failed. No notification can arrive until the commit.
 */
export async function nextSync(
  { client, now }: Publishing,
  profile: ProfileRow,
  polling: Polling,
): Promise<Pick<ProfileRow, 'next_sync_at' | 'notified_at' | 'polled_at'>> {
  const interval = await intervalOf({ client, now }, profile, polling);
  const polled_at = polling.wasPolled ? Math.round(now + interval * (0.8 + Math.random() * 0.15)) : profile.polled_at;
  const { rows } = await client.query<SinceRead>(sinceReadSql, [profile.profile_id]);
  const since = rows[0];
  // only the first is stored: when that is answered, the next counts from now
  if (since?.notified !== profile.notified)
    return {
      next_sync_at: now,
      notified_at: (profile.notified_at === null ? since?.notified_at : now) ?? null,
      polled_at,
    };
  const later = Math.min(polled_at, since.retry_at ?? Infinity);
  return { next_sync_at: later, notified_at: null, polled_at };
}

async function intervalOf(
  { client, now }: { client: PoolClient; now: EpochMs },
  { profile_id }: ProfileRow,
  { intervalMs, pushes }: Polling,
): Promise<number> {
  if (!pushes) return intervalMs;
  const { rows } = await client.query<{ watched: boolean }>(watchedSql, [profile_id, now]);
  return rows[0]!.watched ? Math.max(intervalMs, Math.min(intervalMs * slowerBy, slowestMs)) : intervalMs;
}
