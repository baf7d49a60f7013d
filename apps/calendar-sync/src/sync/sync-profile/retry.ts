import type { EpochMs } from '@kalends/icalendar';
import type { ProviderError } from '@kalends/provider-port/sync';

/** The first waits after a failure, within five seconds together, in ms; then they double from two seconds on. */
const firstMs = [500, 1_500];
const [minMs, maxMs] = [2_000, 300_000];

/** From this failure in a row on, readers see that a calendar is stale. */
const persistentFrom = firstMs.length + 1;

/** A second refusal of credentials counts if it comes this long, in ms, after the first. */
const secondLookMs = 20_000;

/** After so many failures of one calendar in a row, its next read is a full one: what the provider's cursor stands for may be broken. */
const givenUpAfter = 6;

/** `failures`: in a row, including the last one. */
export const isPersistent = (failures: number): boolean => failures >= persistentFrom;

/** Whether a calendar with so many failures in a row is read without its cursor: every sixth time. */
export const isCursorGivenUp = (failures: number): boolean => failures > 0 && failures % givenUpAfter === 0;

/**
 * How long to wait after a failure, in ms: what the provider requested, else growing with the failures in a row (`failures`, including this
 * one), with jitter, up to `longestMs` (five minutes).
 */
export function waitAfter(failures: number, { options }: Pick<ProviderError, 'options'>, longestMs = maxMs): number {
  const jitter = 0.75 + Math.random() / 2;
  if (options.retryAfterMs !== undefined) return Math.round(options.retryAfterMs + 250 * jitter);
  const doubled = minMs * 2 ** Math.min(failures - persistentFrom, 20);
  return Math.round(Math.min(longestMs, firstMs[failures - 1] ?? doubled) * jitter);
}

/** What follows from refused credentials: a token endpoint's refusal is final; another one is, if it is repeated. */
export function afterDenial(
  { denied_at, initial_sync }: { denied_at: EpochMs | null; initial_sync: string },
  { options }: Pick<ProviderError, 'options'>,
  now: EpochMs,
): 'disconnect' | { againAt: EpochMs } {
  if (options.isFinal || initial_sync !== 'done') return 'disconnect';
  if (denied_at !== null && denied_at <= now - secondLookMs / 2) return 'disconnect';
  return { againAt: (denied_at ?? now) + secondLookMs };
}
