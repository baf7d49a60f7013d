import { LRUCache } from 'lru-cache';
import type { Window } from './window.js';

/** What was counted, and of which state of the account's occurrences. */
interface CachedCount {
  revision: number;
  counted: number;
}

/** About 2 MB. */
const most = 5_000;

/**
 * What began in windows that were read lately, by who read them: applications ask for the same window again and again.
 * None is believed by itself: each holds of one revision of the account's occurrences, which a read tells with its rows.
 */
export class CountCache {
  private readonly counts = new LRUCache<string, CachedCount>({ max: most });

  get(tokenHash: string, window: Window): CachedCount | undefined {
    return this.counts.get(keyOf(tokenHash, window));
  }

  set(tokenHash: string, window: Window, count: CachedCount): void {
    this.counts.set(keyOf(tokenHash, window), count);
  }
}

const keyOf = (tokenHash: string, { from, to, fromDay, toDay }: Window): string =>
  `${tokenHash} ${from} ${to} ${fromDay} ${toDay}`;
