import { day } from './occurrence-row.js';

interface Counted {
  class: number;
  start_ms: number;
  deleted: boolean;
}

interface CountChange {
  accountId: string;
  class: number;
  /** Days since 1970, UTC. */
  day: number;
  by: number;
}

/** Differences to the counts of occurrences by account, class and UTC day. */
export class CountChanges {
  private readonly changes = new Map<string, CountChange>();

  add(accountId: string, row: Counted, by: 1 | -1): void {
    if (row.deleted) return;
    const one = { accountId, class: row.class, day: Math.floor(row.start_ms / day) };
    const key = `${accountId}\n${one.class}\n${one.day}`;
    this.changes.set(key, { ...one, by: (this.changes.get(key)?.by ?? 0) + by });
  }

  /** Sorted, to avoid deadlocks between writers. */
  rows(): CountChange[] {
    const changes = [...this.changes].filter(([, { by }]) => by !== 0);
    return changes.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  }
}
