import { Refusal } from '../refusals.js';
import { BoundedLimiter } from './bounded-limiter.js';
import { clientPart } from './failed-attempts.js';

const tooMany = (seconds: number) =>
  new Refusal(
    429,
    { error: 'rate_limited', description: 'Too many requests of this address had no credential that is known here.' },
    { 'Retry-After': String(seconds) },
  );

/**
 * Limits the requests of one address that no credential admits. Those with a known credential never count, so that nobody behind
 * the same address is locked out.
 */
export class Strangers {
  private readonly limiter: BoundedLimiter | null;

  /** 0: no limit. */
  constructor(perMinute: number) {
    this.limiter = perMinute === 0 ? null : new BoundedLimiter({ points: perMinute, duration: 60 });
  }

  /** Throws a 429 while the address has no further requests; counts nothing. */
  async check(address: string): Promise<void> {
    const seconds = await this.limiter?.wait(clientPart(address));
    if (typeof seconds === 'number') throw tooMany(seconds);
  }

  /** Counts one; throws a 429 when there were too many. */
  async count(address: string): Promise<void> {
    const seconds = await this.limiter?.count(clientPart(address));
    if (typeof seconds === 'number') throw tooMany(seconds);
  }
}
