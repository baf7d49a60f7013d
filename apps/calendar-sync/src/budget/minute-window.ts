import type { Clock } from '../injection-tokens.js';

const seconds = 60;

/** How many requests were sent in the last 60 seconds: whatever minute a provider counts, it has no more. */
export class MinuteWindow {
  private readonly counts = new Map<number, number>();

  constructor(private readonly clock: Clock) {}

  get used(): number {
    this.forget();
    let sum = 0;
    for (const count of this.counts.values()) sum += count;
    return sum;
  }

  add(count = 1): void {
    const second = this.second();
    this.counts.set(second, (this.counts.get(second) ?? 0) + count);
  }

  private second = (): number => Math.floor(this.clock() / 1_000);

  /** The second in which the oldest ones were sent has not ended for the provider before another one has. */
  private forget(): void {
    const oldest = this.second() - seconds;
    for (const second of this.counts.keys()) if (second < oldest) this.counts.delete(second);
  }
}
