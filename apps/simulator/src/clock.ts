/** Current time in epoch ms, shifted by what a test requests. */
export class SimulatorClock {
  private offset = 0;
  private fixed: number | undefined;

  now(): number {
    return this.fixed ?? Date.now() + this.offset;
  }

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** Stops at an instant (epoch ms). */
  set(now: number): void {
    this.fixed = now;
  }

  advance(ms: number): void {
    if (this.fixed === undefined) this.offset += ms;
    else this.fixed += ms;
  }

  /** Runs with the machine's clock again. */
  reset(): void {
    this.offset = 0;
    this.fixed = undefined;
  }
}
