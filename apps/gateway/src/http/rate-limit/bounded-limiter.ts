import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Maximum number of counted keys; beyond it the least recently seen are evicted. */
const maxKeys = 50_000;

interface BoundedLimiterOptions {
  /** Number of times something may happen per key. */
  points: number;
  /** Period in seconds. */
  duration: number;
  maxKeys?: number;
}

/**
 * Counts events of arbitrary keys in bounded memory: keys are hashed, so that a long one costs no more than a short one, and
 * their number is limited.
 */
export class BoundedLimiter {
  private readonly limiter: RateLimiterMemory;
  private readonly seen: LRUCache<string, true>;

  constructor(private readonly options: BoundedLimiterOptions) {
    this.limiter = new RateLimiterMemory(options);
    const dispose = (_value: true, key: string, reason: LRUCache.DisposeReason) =>
      reason === 'evict' ? void this.limiter.delete(key) : undefined;
    this.seen = new LRUCache({ max: options.maxKeys ?? maxKeys, dispose });
  }

  /** Number of keys counted now. */
  get size(): number {
    return this.seen.size;
  }

  /** Seconds until it may happen again; null: it may now. */
  async wait(key: string): Promise<number | null> {
    const state = await this.limiter.get(hash('sha256', key));
    return state && state.consumedPoints >= this.options.points ? secondsOf(state) : null;
  }

  /** Counts one; returns seconds to wait when that exceeds the limit, else null. */
  async count(key: string): Promise<number | null> {
    const hashed = hash('sha256', key);
    this.seen.set(hashed, true);
    try {
      await this.limiter.consume(hashed);
      return null;
    } catch (used) {
      if (used instanceof RateLimiterRes) return secondsOf(used);
      throw used;
    }
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000));
