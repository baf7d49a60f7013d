import type { EpochMs } from '@kalends/icalendar';
import type { Publishing } from '../../published-state/publish-connections.js';
import type { ProfileRow } from '../../published-state/rows.js';
import { beforeEnd, confirmIntervalOf, isInUse, pollIntervalOf, type PollBounds } from '../poll-intervals.js';

/** A calendar that is polled; `proven_to`, `renew_at`: of its channel, if it has one that is proven. */
interface Polled {
  calendar_id: string;
  changed_at: EpochMs;
  poll_at: EpochMs | null;
  proven_to: EpochMs | null;
  renew_at: EpochMs | null;
}

const polledSql = `
  SELECT calendar_id, changed_at, poll_at, channel.expires_at AS proven_to, channel.renew_at
  FROM calendar LEFT JOIN LATERAL (
    SELECT expires_at, renew_at FROM push_channel
    WHERE calendar_id = calendar.calendar_id AND resource_id IS NOT NULL AND NOT closing AND expires_at > $2
      AND proved_at IS NOT NULL AND doubted_at IS NULL
    ORDER BY expires_at DESC LIMIT 1) AS channel ON true
  WHERE profile_id = $1 AND NOT deleted`;

type SinceRead = Pick<ProfileRow, 'notified' | 'notified_at' | 'used_at'> & { retry_at: EpochMs | null };

const sinceReadSql = `
  SELECT notified, notified_at, used_at,
    (SELECT min(retry_at) FROM calendar WHERE profile_id = $1 AND NOT deleted AND failures > 0) AS retry_at
  FROM profile WHERE profile_id = $1 FOR UPDATE`;

const pollAtSql = `
  UPDATE calendar SET poll_at = planned.poll_at
  FROM unnest($1::text[], $2::bigint[]) AS planned (calendar_id, poll_at)
  WHERE calendar.calendar_id = planned.calendar_id AND calendar.poll_at IS DISTINCT FROM planned.poll_at`;

export interface Polling {
  bounds: PollBounds;
  /** Whether its provider can notify. */
  pushes: boolean;
  /** Whether all of its calendars were read now, rather than those that were named. */
  wasPolled: boolean;
}

type Next = Pick<ProfileRow, 'next_sync_at' | 'notified_at' | 'polled_at' | 'last_poll' | 'confirmed_until'>;

/**
 * When a profile that was just synced is due again: at once after a notification that arrived meanwhile, else at the next poll of all its
 * calendars or of one without a proven channel, but no later than a calendar that failed. No notification can arrive until the commit.
 */
export async function nextSync({ client, now }: Publishing, profile: ProfileRow, polling: Polling): Promise<Next> {
  const { rows } = await client.query<SinceRead>(sinceReadSql, [profile.profile_id]);
  const since = rows[0];
  const polled = (await client.query<Polled>(polledSql, [profile.profile_id, now])).rows;
  const plan = planOf(polled, { ...polling, inUse: isInUse(since?.used_at ?? 0, now), now });
  await client.query(pollAtSql, [[...plan.own.keys()], [...plan.own.values()]]);
  const polled_at = polling.wasPolled ? plan.polledAt : Math.min(profile.polled_at, plan.polledAt);
  const last_poll = polling.wasPolled ? now : profile.last_poll;
  const confirmed_until = plan.provenTo === null ? null : Math.min(polled_at, plan.provenTo);
  const shared = { polled_at, last_poll, confirmed_until };
  // only the first is stored: when that is answered, the next counts from now
  if (since?.notified !== profile.notified) {
    const notified_at = (profile.notified_at === null ? since?.notified_at : now) ?? null;
    return { ...shared, next_sync_at: now, notified_at };
  }
  const own = [...plan.own.values()].filter((at) => at !== null);
  return { ...shared, next_sync_at: Math.min(polled_at, since.retry_at ?? Infinity, ...own), notified_at: null };
}

interface Planning extends Polling {
  inUse: boolean;
  now: EpochMs;
}

/** When which calendars are polled. */
interface Plan {
  /** All of them. */
  polledAt: EpochMs;
  /** Each by itself; null: with all of them. */
  own: Map<string, EpochMs | null>;
  /** When the first channel ends, if all are proven. */
  provenTo: EpochMs | null;
}

function planOf(polled: readonly Polled[], { bounds, pushes, wasPolled, inUse, now }: Planning): Plan {
  const unproven = polled.filter(({ proven_to }) => proven_to === null);
  const intervalOf = ({ changed_at }: Polled) => pollIntervalOf(bounds, { changedAt: changed_at, inUse, now });
  const together = new Map(polled.map(({ calendar_id }) => [calendar_id, null]));
  // one list of calendars shows which have changed, or there is nothing else to wait for
  if (!pushes || (unproven.length === polled.length && polled.length > 0)) {
    const interval = Math.min(...polled.map(intervalOf), Math.max(bounds.shortestMs, bounds.longestMs));
    return { polledAt: beforeEnd(now, interval), own: together, provenTo: null };
  }
  const isDue = ({ poll_at }: Polled) => wasPolled || poll_at === null || poll_at <= now;
  const own = unproven.map(
    (one) => [one.calendar_id, isDue(one) ? beforeEnd(now, intervalOf(one)) : one.poll_at] as const,
  );
  const proven = polled.filter(({ proven_to }) => proven_to !== null);
  const renewal = Math.max(now + bounds.shortestMs, Math.min(...proven.map(({ renew_at }) => renew_at!)));
  const polledAt = Math.min(beforeEnd(now, confirmIntervalOf(bounds, inUse)), renewal);
  const provenTo = Math.min(polledAt, ...proven.map(({ proven_to }) => proven_to!));
  return { polledAt, own: new Map([...together, ...own]), provenTo: unproven.length > 0 ? null : provenTo };
}
