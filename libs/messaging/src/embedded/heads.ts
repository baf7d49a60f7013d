import type { Incoming } from '../dispatch/incoming.js';

type Wake = (fresh: readonly Incoming[]) => void;

/** The last sequence of each topic as far as this process knows, and who waits for a newer one. */
export class Heads {
  private readonly last = new Map<string, number>();
  private readonly waiters = new Map<string, Set<Wake>>();

  of(topic: string): number {
    return this.last.get(topic) ?? 0;
  }

  /** `fresh`: what this process has just appended, all of it and in order, up to `sequence`. */
  advance(topic: string, sequence: number, fresh: readonly Incoming[] = []): void {
    if (sequence <= this.of(topic)) return;
    this.last.set(topic, sequence);
    this.wake(topic, fresh);
  }

  /** Wakes who waits for a topic, for them to look again. */
  wake(topic: string, fresh: readonly Incoming[] = []): void {
    const waiting = this.waiters.get(topic);
    this.waiters.delete(topic);
    for (const wake of waiting ?? []) wake(fresh);
  }

  /**
   * Resolves when the topic has something after `sequence`, or at {@link wake}: with messages that need not be read from
   * the log any more, or with none.
   */
  beyond(topic: string, sequence: number): Promise<readonly Incoming[]> {
    if (this.of(topic) > sequence) return Promise.resolve([]);
    return new Promise((resolve) => {
      const waiting = this.waiters.get(topic) ?? new Set();
      this.waiters.set(topic, waiting.add(resolve));
    });
  }
}
