import { AsyncLocalStorage } from 'node:async_hooks';
import { isTracing } from '@kalends/service-runtime';
import type { EventWrite, WriteOutcome } from './write-events.js';

/** Writes of one account, in their order. */
export type AccountWrites = readonly EventWrite[];

interface Waiting {
  writes: AccountWrites;
  /** Taken without others, and however long its account is locked. */
  alone: boolean;
  /** Runs work as part of what brought these writes, for its trace. */
  within: <T>(work: () => T) => T;
  resolve: (outcomes: WriteOutcome[] | undefined) => void;
  reject: (error: unknown) => void;
}

interface WriteGroupsDependencies {
  /** Takes writes in one transaction without waiting for accounts; no outcomes for those whose account is locked. */
  together(accounts: readonly AccountWrites[]): Promise<(WriteOutcome[] | undefined)[]>;
  /** Takes the writes of one account, waiting for it. */
  alone(writes: AccountWrites): Promise<WriteOutcome[]>;
}

/** What one transaction takes on; of one account no more may be brought at once. Each may load a large event. */
export const mostWrites = 32;
/** So many wait for their accounts at once, each with a connection; the others are tried again with later groups. */
const mostWaiting = 2;
const againMs = 50;

const here = <T>(work: () => T): T => work();

/**
 * Gathers the writes that are ready at the same moment into groups: one group at a time, what comes meanwhile goes into the
 * next. Each account has an outcome of its own: when a group fails, its accounts are taken one by one. The caller keeps an
 * account's order: it brings the next writes after the outcome of those before.
 */
export class WriteGroups {
  private queue: Waiting[] = [];
  private running = false;
  private waitingForLocks = 0;

  constructor(private readonly dependencies: WriteGroupsDependencies) {}

  /**
   * Resolves when the effects of an account's writes (at most {@link mostWrites}) are committed; with undefined when nothing was done, because somebody
   * else has locked the account. `alone`: they failed or found it locked before; now it is waited for.
   */
  take(writes: AccountWrites, { alone = false } = {}): Promise<WriteOutcome[] | undefined> {
    return new Promise((resolve, reject) => {
      const within = isTracing() ? AsyncLocalStorage.snapshot() : here;
      this.enqueue({ writes, alone, within, resolve, reject });
    });
  }

  private enqueue(one: Waiting): void {
    this.queue.push(one);
    if (this.running) return;
    this.running = true;
    // all that this turn of the event loop brings goes together
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) await this.takeGroup(this.cut());
    this.running = false;
  }

  private cut(): Waiting[] {
    let [length, writes] = [0, 0];
    for (const one of this.queue) {
      writes += one.writes.length;
      if (length > 0 && (one.alone || writes > mostWrites)) break;
      length += 1;
      if (one.alone) break;
    }
    return this.queue.splice(0, length);
  }

  private async takeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await group[0]!.within(() => this.dependencies.together(group.map(({ writes }) => writes)));
      group.forEach((one, index) => this.settle(one, outcomes[index]));
    } catch (error) {
      if (group.length === 1) return group[0]!.reject(error);
      for (const one of group) await this.takeGroup([one]);
    }
  }

  private settle(one: Waiting, outcomes: WriteOutcome[] | undefined): void {
    if (outcomes || !one.alone) return one.resolve(outcomes);
    if (this.waitingForLocks < mostWaiting) void this.waitForLock(one);
    else setTimeout(() => this.enqueue(one), againMs);
  }

  private async waitForLock({ writes, within, resolve, reject }: Waiting): Promise<void> {
    this.waitingForLocks += 1;
    try {
      resolve(await within(() => this.dependencies.alone(writes)));
    } catch (error) {
      reject(error);
    } finally {
      this.waitingForLocks -= 1;
    }
  }
}
