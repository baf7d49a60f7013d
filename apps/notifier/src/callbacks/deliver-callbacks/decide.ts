/** The result of one attempt; times in ms, `at` epoch ms. */
export interface AttemptResult {
  at: number;
  durationMs: number;
  statusCode: number | null;
  /** Why there is no response, or why it is not a success. */
  error: string | null;
  retryAfterMs: number | null;
  /** The first kilobyte of the response. */
  answer: string;
}

/** The endpoint's state after the failure was recorded. */
export interface EndpointHealth {
  /** Its first failure since its last success, epoch ms. */
  failingSince: number;
  disabled: boolean;
}

/** The state of a notification's push channel after the failure was recorded; `closed`: it no longer exists. */
export type ChannelHealth = { failingSince: number } | 'closed';

export type Verdict =
  | { status: 'pending'; nextAttemptAt: number }
  | { status: 'failed' }
  /** With its channel. */
  | { status: 'closed' }
  /** `because` is set if the endpoint must be disabled. */
  | { status: 'disabled'; because?: 'gone' | 'failing' };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * The delays between attempts: the Standard Webhooks example schedule (0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24
 * h) read as gaps, so that ten attempts span 75 h 35 min 5 s.
 */
const waitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** How long an endpoint may fail without a success before it is disabled. */
const disableAfterMs = 5 * 24 * hour;

/** How long a push channel may fail without a success before it is closed (CBK-9). */
const closeChannelAfterMs = 24 * hour;

const longestRetryAfterMs = 24 * hour;

/** Redirects are not followed; only 2xx is success. */
export const isDelivered = ({ statusCode, error }: AttemptResult): boolean =>
  error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;

/**
 * Decides what follows a failed attempt. `made`: attempts of this schedule, including this one; `random` in [0, 1) adds up
 * to a tenth to the delay; a longer Retry-After is honoured up to a day. A push channel has its last attempt when its time
 * limit ends.
 */
export function decideAfterFailure(
  result: AttemptResult,
  { endpoint, channel }: { endpoint: EndpointHealth; channel?: ChannelHealth | undefined },
  { made, random }: { made: number; random: number },
): Verdict {
  if (endpoint.disabled) return { status: 'disabled' };
  if (result.statusCode === 410) return { status: 'disabled', because: 'gone' };
  const now = result.at + result.durationMs;
  if (now - endpoint.failingSince >= disableAfterMs) return { status: 'disabled', because: 'failing' };
  if (channel === 'closed') return { status: 'failed' };
  const deadline = channel ? channel.failingSince + closeChannelAfterMs : Infinity;
  if (now >= deadline) return { status: 'closed' };
  const wait = waitsMs[made - 1];
  if (wait === undefined) return { status: 'failed' };
  const requestedMs = Math.min(result.retryAfterMs ?? 0, longestRetryAfterMs);
  const next = now + Math.max(requestedMs, Math.round(wait * (1 + random / 10)));
  return { status: 'pending', nextAttemptAt: Math.min(next, deadline) };
}
