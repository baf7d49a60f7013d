import { setTimeout as delay } from 'node:timers/promises';
import { flushMs, type CountedPostgres, type DatabaseWork } from './counted-postgres.js';
import type { Drained } from './drained.js';

type Reading = DatabaseWork & { at: number };

const names = ['writeTransactions', 'commits', 'statements', 'rowsRead', 'rowsWritten', 'walBytes'] as const;

const each = (of: (name: (typeof names)[number]) => number): DatabaseWork =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as unknown as DatabaseWork;

/** A database of a counted server, and what watches it. */
export interface Counted {
  postgres: CountedPostgres;
  database: string;
  drained: Drained;
}

/**
 * Counts what a database does per write, over all services together. What it does by itself (polls, timers) is measured
 * first, while nothing is written, and taken off by the time that passed; so is what the watching does.
 */
export class WriteCounter {
  private constructor(
    private readonly of: Counted,
    /** Per millisecond, while nothing is written. */
    private readonly idle: DatabaseWork,
    private readonly settleMs: number,
  ) {}

  /**
   * `settleMs`: how long to wait before a reading (10.5 s). With less, commits and rows are not complete; 2 s are enough
   * for the others, positions that readers store later included.
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

  /** What one of `count` writes costs that `write` makes; it resolves when all of them have been processed. */
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
