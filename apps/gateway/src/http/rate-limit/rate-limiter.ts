import { LRUCache } from 'lru-cache';
import type { Lease, RequestedPeriod } from './lease.queries.js';

/** Requests that an application may make; 0: no limit. */
export interface Limits {
  perSecond: number;
  perMinute: number;
}

/** State of one period of an application. `resetMs`: until the next one begins. */
export interface PeriodState {
  limit: number;
  periodMs: number;
  remaining: number;
  resetMs: number;
}

interface Verdict {
  allowed: boolean;
  periods: PeriodState[];
}

interface PeriodShare {
  unused: number;
  remaining: number;
  /** On the monotonic clock, in milliseconds. */
  endsAt: number;
}

interface Account {
  periods: Map<number, PeriodShare>;
  taking: Promise<void> | null;
}

interface RateLimiterOptions {
  /** Takes shares of the requests that all replicas may spend. */
  take(clientId: string, requested: RequestedPeriod[]): Promise<Lease[]>;
  /** Monotonic milliseconds. */
  monotonic(): number;
}

/**
 * Counts requests per application and clock second and minute, over all replicas: each takes shares of a period from the
 * database, so that only a used-up share costs a write, and a used-up period costs none.
 */
export class RateLimiter {
  private readonly accounts = new LRUCache<string, Account>({ max: 10_000 });

  constructor(private readonly options: RateLimiterOptions) {}

  /** Spends one request of each period, or none when one of them is used up. */
  async spend(clientId: string, limits: Limits): Promise<Verdict> {
    const requested = periodsOf(limits);
    if (requested.length === 0) return { allowed: true, periods: [] };
    const account = this.accountOf(clientId);
    for (;;) {
      const empty = requested.filter(({ periodMs }) => (this.current(account, periodMs)?.unused ?? 0) === 0);
      if (empty.length === 0) {
        for (const { periodMs } of requested) account.periods.get(periodMs)!.unused--;
        return { allowed: true, periods: this.states(account, requested) };
      }
      if (empty.some(({ periodMs }) => this.current(account, periodMs)?.remaining === 0))
        return { allowed: false, periods: this.states(account, requested) };
      account.taking ??= this.refill(account, clientId, empty).finally(() => (account.taking = null));
      await account.taking;
    }
  }

  private async refill(account: Account, clientId: string, empty: RequestedPeriod[]): Promise<void> {
    const startedAt = this.options.monotonic();
    for (const { periodMs, granted, remaining, msLeft } of await this.options.take(clientId, empty)) {
      const used = granted === 0 ? 0 : remaining;
      account.periods.set(periodMs, { unused: granted, remaining: used, endsAt: startedAt + msLeft });
    }
  }

  private current(account: Account, periodMs: number): PeriodShare | undefined {
    const share = account.periods.get(periodMs);
    return share && share.endsAt > this.options.monotonic() ? share : undefined;
  }

  private states(account: Account, requested: readonly RequestedPeriod[]): PeriodState[] {
    const now = this.options.monotonic();
    return requested.map(({ limit, periodMs }) => {
      const share = this.current(account, periodMs);
      const remaining = share ? share.unused + share.remaining : limit;
      return { limit, periodMs, remaining, resetMs: share ? share.endsAt - now : periodMs };
    });
  }

  private accountOf(clientId: string): Account {
    const known = this.accounts.get(clientId);
    if (known) return known;
    const account: Account = { periods: new Map(), taking: null };
    this.accounts.set(clientId, account);
    return account;
  }
}

const periodsOf = ({ perSecond, perMinute }: Limits): RequestedPeriod[] =>
  [
    { periodMs: 1_000, limit: perSecond },
    { periodMs: 60_000, limit: perMinute },
  ].filter(({ limit }) => limit > 0);
