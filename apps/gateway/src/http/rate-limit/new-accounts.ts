import { BoundedLimiter } from './bounded-limiter.js';
import { clientPart } from './failed-attempts.js';

/** Accounts that somebody whom no provider vouches for may make from one address in an hour; 0: no limit. */
export class NewAccounts {
  private readonly made: BoundedLimiter | null;

  constructor(perHour: number) {
    this.made = perHour === 0 ? null : new BoundedLimiter({ points: perHour, duration: 3_600 });
  }

  /** Counts one; seconds to wait when that is one too many, else null. */
  async count(address: string): Promise<number | null> {
    return this.made === null ? null : this.made.count(clientPart(address));
  }
}
