interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Handles together the items that arrive while others are being handled; a single one does not wait. Nothing is cached: an
 * item's result is computed after it was added.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = false;

  /** `handle` returns the items' results in their order; when it rejects, each of its items does. `most`: items per call. */
  constructor(
    private readonly handle: (items: Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running) return;
      this.running = true;
      queueMicrotask(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.handleSome(this.waiting.splice(0, this.most));
    this.running = false;
  }

  private async handleSome(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.handle(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
