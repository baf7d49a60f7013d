/**
 * Pieces of long work, few at a time. Whoever has much to do (`key`) has one piece after the other, and those of others come between: nobody
 * waits longer for having little.
 */
export class Turns {
  /** Of each key in the order of its pieces; keys in the order of their turns. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private free: number) {}

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await this.turn(key);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private turn(key: string): Promise<void> {
    return new Promise((begin) => {
      const own = this.waiting.get(key);
      if (own) own.push(begin);
      else this.waiting.set(key, [begin]);
    });
  }

  /** Passes the place on to the next key, which then comes last. */
  private next(): void {
    const [first] = this.waiting;
    if (!first) {
      this.free += 1;
      return;
    }
    const [key, [begin, ...rest]] = first;
    this.waiting.delete(key);
    if (rest.length > 0) this.waiting.set(key, rest);
    begin!();
  }
}
