import type { EpochMs } from '@kalends/icalendar';
import type { Clock } from '../injection-tokens.js';

const firstMs = 1_000;
const longestMs = 300_000;
/** One account alone, which can exceed a limit of its own on purpose, slows others no longer than this. */
const aloneMs = 5_000;
/** Answers to different accounts within this time have the same cause. */
const relatedMs = 60_000;
const forgottenMs = 600_000;

/** Until when a provider wants fewer requests of our client, since it refused some because the client sends too many. */
export class Closure {
  private closedUntil: EpochMs = 0;
  private last: { accountId: string; at: EpochMs } | undefined;
  /** Closures in a row that more than one account has seen. */
  private streak = 0;

  constructor(private readonly clock: Clock) {}

  get until(): EpochMs | null {
    return this.closedUntil > this.clock() ? this.closedUntil : null;
  }

  /** The provider refused a request of an account with the client's limit; returns whether it was open. */
  refused(accountId: string, retryAfterMs?: number): boolean {
    const now = this.clock();
    const wasOpen = this.until === null;
    const { last } = this;
    if (last && now - last.at > forgottenMs) this.streak = 0;
    const isAlone = !last || last.accountId === accountId || now - last.at > relatedMs;
    this.last = { accountId, at: now };
    // answers to what was sent before it closed show nothing new
    if (!isAlone && (wasOpen || this.streak === 0)) this.streak += 1;
    const wanted = retryAfterMs ?? firstMs * 2 ** Math.min(this.streak, 10);
    this.extend(now + Math.min(wanted, isAlone ? aloneMs : longestMs));
    return wasOpen;
  }

  /** Another process was refused. */
  extend(until: EpochMs): void {
    this.closedUntil = Math.max(this.closedUntil, Math.min(until, this.clock() + longestMs));
  }
}
