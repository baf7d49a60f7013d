import { Refusal } from '../refusals.js';
import type { PeriodState } from './rate-limiter.js';

const nameOf = ({ periodMs }: PeriodState) => (periodMs === 1_000 ? '"second"' : '"minute"');
const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));

/** `RateLimit` and `RateLimit-Policy` as defined by the IETF's draft-ietf-httpapi-ratelimit-headers; none without limits. */
export function rateHeaders(periods: readonly PeriodState[]): Record<string, string> {
  if (periods.length === 0) return {};
  return {
    'RateLimit-Policy': periods.map((one) => `${nameOf(one)};q=${one.limit};w=${one.periodMs / 1_000}`).join(', '),
    RateLimit: periods.map((one) => `${nameOf(one)};r=${one.remaining};t=${secondsOf(one.resetMs)}`).join(', '),
  };
}

/** 429 (RFC 6585 §4), until the latest of the used-up periods ends. */
export function tooManyRequests(periods: readonly PeriodState[], headers: Record<string, string>): Refusal {
  const waits = periods.filter(({ remaining }) => remaining <= 0).map(({ resetMs }) => secondsOf(resetMs));
  const [worst] = periods.filter(({ remaining }) => remaining <= 0).sort((a, b) => b.periodMs - a.periodMs);
  const period = worst?.periodMs === 1_000 ? 'second' : 'minute';
  const description = `More than ${worst?.limit} requests in a ${period}: wait for the time in Retry-After.`;
  return new Refusal(
    429,
    { error: 'rate_limited', description },
    { ...headers, 'Retry-After': String(Math.max(1, ...waits)) },
  );
}
