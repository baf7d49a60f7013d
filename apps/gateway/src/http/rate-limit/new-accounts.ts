import { BoundedLimiter } from './bounded-limiter.js';
import { clientPart } from './failed-attempts.js';

/** Number of accounts that users without a verified identity may create from one address per hour; 0: no limit. */
export class NewAccounts {
  private readonly limiter: BoundedLimiter | null;

  constructor(perHour: number) {
    this.limiter = perHour === 0 ? null : new BoundedLimiter({ points: perHour, duration: 3_600 });
  }

  /** Counts one; returns seconds to wait when that exceeds the limit, else null. */
  async count(address: string): Promise<number | null> {
    return this.limiter === null ? null : this.limiter.count(clientPart(address));
  }
}
