import type { EpochMs } from '@kalends/icalendar';

/** How often calendars are polled, ms. */
export interface PollBounds {
  /** Without a channel: at the most often, and at the least. */
  shortestMs: number;
  longestMs: number;
  /** With proven channels, where a poll only finds lost notifications: of an account that nobody uses, and of one in use. */
  confirmMs: number;
  confirmUsedMs: number;
}

const dayMs = 86_400_000;
/** The gateway repeats a use at most so often. */
export const useRepeatedMs = 2 * 3_600_000;

/** Whether anybody read the account or queried its availability within the last day. */
export const isInUse = (usedAt: EpochMs, now: EpochMs): boolean => usedAt > now - dayMs - useRepeatedMs;

/** Between two polls of calendars with proven channels. */
export const confirmIntervalOf = (bounds: PollBounds, inUse: boolean): number =>
  Math.max(bounds.shortestMs, inUse ? bounds.confirmUsedMs : bounds.confirmMs);

interface Activity {
  /** When a read last found a change. */
  changedAt: EpochMs;
  inUse: boolean;
  now: EpochMs;
}

/** What has not changed for so many intervals is polled at that interval. */
const [quietIntervals, quietUsedIntervals] = [20, 100];

/** Between two polls of a calendar without a proven channel: the longer it has not changed, the longer, and longer if nobody uses it. */
export function pollIntervalOf(bounds: PollBounds, { changedAt, inUse, now }: Activity): number {
  const longest = Math.max(bounds.shortestMs, inUse ? bounds.longestMs / 2 : bounds.longestMs);
  const quiet = (now - changedAt) / (inUse ? quietUsedIntervals : quietIntervals);
  return Math.min(longest, Math.max(bounds.shortestMs, quiet));
}

/** A time shortly before an interval has passed, so that what was connected together is not polled together. */
export const beforeEnd = (now: EpochMs, intervalMs: number): EpochMs =>
  Math.round(now + intervalMs * (0.9 + Math.random() * 0.09));
