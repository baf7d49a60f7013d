const longestSeconds = 10 * 365 * 86_400;

/**
 * When a consent ends, epoch ms, by the seconds that a token endpoint reports beside a refresh token; undefined: it reports no end, or
 * one that no provider means.
 */
export function consentEnd(seconds: unknown, now: number): number | undefined {
  const isEnd = typeof seconds === 'number' && seconds > 0 && seconds <= longestSeconds;
  return isEnd ? Math.round(now + seconds * 1000) : undefined;
}
