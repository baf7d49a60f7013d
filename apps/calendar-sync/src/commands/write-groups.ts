import { AsyncLocalStorage } from 'node:async_hooks';
import { isTracing } from '@kalends/service-runtime';
import type { EventWrite, WriteOutcome } from './write-events.js';

/** Writes of one account, in order. */
export type AccountWrites = readonly EventWrite[];

interface Waiting {
  writes: AccountWrites;
  /** Handled in its own transaction, waiting for the account's lock however long that takes. */
  alone: boolean;
  /** Runs work in the trace of the message that delivered these writes. */
  within: <T>(work: () => T) => T;
  resolve: (outcomes: WriteOutcome[] | undefined) => void;
  reject: (error: unknown) => void;
}

interface WriteGroupsDependencies {
  /**
   * Handles writes in one transaction without waiting for locks; accounts that are locked elsewhere have no outcomes.
   */
  together(accounts: readonly AccountWrites[]): Promise<(WriteOutcome[] | undefined)[]>;
  /** Handles the writes of one account, waiting for its lock. */
  alone(writes: AccountWrites): Promise<WriteOutcome[]>;
}

/** The most writes per transaction, and per account and call. Each may load a large event. */
export const maxWrites = 32;
/**
 * The most accounts that wait for their lock at the same time, one connection each; the others are retried with later
 * groups.
 */
const maxWaiting = 2;
const againMs = 50;

const runDirectly = <T>(work: () => T): T => work();

/**
 * Gathers writes that are ready at the same moment into groups. One group runs at a time; writes that arrive meanwhile
 * join the next. Each account has its own outcome: if a group fails, its accounts are handled one by one. The caller
 * preserves an account's order: it submits the next writes only after the outcome of the previous ones.
 */
export class WriteGroups {
  private queue: Waiting[] = [];
  private running = false;
  private waitingForLocks = 0;

  constructor(private readonly dependencies: WriteGroupsDependencies) {}

  /**
   * Resolves when the effects of an account's writes (at most {@link maxWrites}) are committed; with undefined if
   * nothing was done because another replica has locked the account. `alone`: they failed or found the account locked
   * before, so this call waits for the lock.
   */
  handle(writes: AccountWrites, { alone = false } = {}): Promise<WriteOutcome[] | undefined> {
    return new Promise((resolve, reject) => {
      const within = isTracing() ? AsyncLocalStorage.snapshot() : runDirectly;
      this.enqueue({ writes, alone, within, resolve, reject });
    });
  }

  private enqueue(one: Waiting): void {
    this.queue.push(one);
    if (this.running) return;
    this.running = true;
    // all writes of one event loop tick form a group
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) await this.handleGroup(this.cut());
    this.running = false;
  }

  private cut(): Waiting[] {
    let [length, writes] = [0, 0];
    for (const one of this.queue) {
      writes += one.writes.length;
      if (length > 0 && (one.alone || writes > maxWrites)) break;
      length += 1;
      if (one.alone) break;
    }
    return this.queue.splice(0, length);
  }

  private async handleGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await group[0]!.within(() => this.dependencies.together(group.map(({ writes }) => writes)));
      group.forEach((one, index) => this.settle(one, outcomes[index]));
    } catch (error) {
      if (group.length === 1) return group[0]!.reject(error);
      for (const one of group) await this.handleGroup([one]);
    }
  }

  private settle(one: Waiting, outcomes: WriteOutcome[] | undefined): void {
    if (outcomes || !one.alone) return one.resolve(outcomes);
    if (this.waitingForLocks < maxWaiting) void this.waitForLock(one);
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
