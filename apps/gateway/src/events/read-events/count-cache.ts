import { LRUCache } from 'lru-cache';
import type { ReaderKey } from './page.js';
import type { Window } from './window.js';

/** A count, and the revision of the account's occurrences that it is valid for. */
interface CachedCount {
  revision: number;
  counted: number;
}

/** About 2 MB. */
const most = 5_000;

/**
 * Counts of recently read windows, by reader: applications repeat the same windows. Each count is valid for one revision of
 * the account's occurrences, which a read returns with its rows.
 */
export class CountCache {
  private readonly counts = new LRUCache<string, CachedCount>({ max: most });

  get(readerKey: ReaderKey, window: Window): CachedCount | undefined {
    return this.counts.get(keyOf(readerKey, window));
  }

  set(readerKey: ReaderKey, window: Window, count: CachedCount): void {
    this.counts.set(keyOf(readerKey, window), count);
  }
}

const keyOf = (readerKey: ReaderKey, { from, to, fromDay, toDay }: Window): string =>
  `${typeof readerKey === 'string' ? readerKey : readerKey.accountId} ${from} ${to} ${fromDay} ${toDay}`;
