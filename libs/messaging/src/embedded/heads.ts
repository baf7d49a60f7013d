/** The last sequence of each topic as far as this process knows, and who waits for a newer one. */
export class Heads {
  private readonly last = new Map<string, number>();
  private readonly waiters = new Map<string, Set<() => void>>();

  of(topic: string): number {
    return this.last.get(topic) ?? 0;
  }

  advance(topic: string, sequence: number): void {
    if (sequence <= this.of(topic)) return;
    this.last.set(topic, sequence);
    this.wake(topic);
  }

  /** Wakes who waits for a topic, for them to look again. */
  wake(topic: string): void {
    const waiting = this.waiters.get(topic);
    this.waiters.delete(topic);
    for (const wake of waiting ?? []) wake();
  }

  /** Resolves when the topic has something after `sequence`, or at {@link wake}. */
  beyond(topic: string, sequence: number): Promise<void> {
    if (this.of(topic) > sequence) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.waiters.get(topic) ?? new Set();
      this.waiters.set(topic, waiting.add(resolve));
    });
  }
}
