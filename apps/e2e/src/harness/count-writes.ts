import { setTimeout as delay } from 'node:timers/promises';
import { flushMs, type CountedPostgres, type DatabaseWork } from './counted-postgres.js';
import type { Drained } from './drained.js';

type Reading = DatabaseWork & { at: number };

const names = ['writeTransactions', 'commits', 'statements', 'rowsRead', 'rowsWritten', 'walBytes'] as const;

const each = (of: (name: (typeof names)[number]) => number): DatabaseWork =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as unknown as DatabaseWork;

/** A database of a counted server, and the observer of pending work. */
export interface Counted {
  postgres: CountedPostgres;
  database: string;
  drained: Drained;
}

/**
 * Counts a database's work per write, over all services together. Background work (polls, timers) is measured first, without
 * writes, and subtracted in proportion to the time; so is the work of the observer.
 */
export class WriteCounter {
  private constructor(
    private readonly of: Counted,
    /** Per millisecond, without writes. */
    private readonly idle: DatabaseWork,
    private readonly settleMs: number,
  ) {}

  /**
   * `settleMs`: wait before a reading (10.5 s). With less, commits and rows are incomplete; 2 s are enough for the others,
   * including positions that readers store with a delay.
   */
  static async start(of: Counted, settleMs = flushMs): Promise<WriteCounter> {
    await of.postgres.countStatements(true);
    const still = new WriteCounter(
      of,
      each(() => 0),
      settleMs,
    );
    await delay(settleMs);
    const before = await still.reading();
    await delay(flushMs);
    const after = await still.reading();
    const idle = each((name) => (after[name] - before[name]) / (after.at - before.at));
    return new WriteCounter(of, idle, settleMs);
  }

  /** Cost of one of the `count` writes that `write` makes; resolves when all of them have been processed. */
  async perWrite(count: number, write: () => Promise<void>): Promise<DatabaseWork> {
    const before = await this.reading();
    await write();
    await delay(this.settleMs);
    const after = await this.reading();
    const passed = after.at - before.at;
    return each((name) => (after[name] - before[name] - this.idle[name] * passed) / count);
  }

  private async reading(): Promise<Reading> {
    const work = await this.of.postgres.workOf(this.of.database);
    return { ...work, commits: work.commits - this.of.drained.commits, at: performance.now() };
  }
}
