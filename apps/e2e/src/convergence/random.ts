/** Seeded, reproducible random choices. */
export class Random {
  private state: number;

  constructor(readonly seed: number) {
    this.state = seed | 0;
  }

  /** In [0, 1) (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** An independent stream, so that concurrent actors do not depend on each other's order. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
