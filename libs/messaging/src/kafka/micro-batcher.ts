import { MessageTooLarge } from '../core/errors/errors.js';

interface Item<T> {
  readonly value: T;
  readonly bytes: number;
  readonly settle: (error: Error | undefined) => void;
}

interface MicroBatcherOptions<T> {
  /** sends one batch; the errors of single messages by index, or a throw for the whole batch */
  readonly send: (batch: readonly T[]) => Promise<ReadonlyMap<number, Error>>;
  readonly bytesOf: (value: T) => number;
  /** what may not be exceeded together: a key and its limit in bytes (a topic and its `max.message.bytes`) */
  readonly budgetOf: (value: T) => { readonly key: string; readonly bytes: number };
  /** the ordered lane: when a value fails, those queued behind it in its lane fail with it */
  readonly laneOf: (value: T) => string;
  readonly maxCount: number;
  readonly maxBytes: number;
}

/**
 * One send in flight; values added meanwhile form the next batch. Batches are bounded in count and in bytes, and a message's
 * failure is reported to that message only.
 */
export class MicroBatcher<T> {
  private queue: Item<T>[] = [];
  private sending = false;
  private lastCount = 0;

  constructor(private readonly options: MicroBatcherOptions<T>) {}

  /** Resolves when the value is sent: undefined, or the error. */
  add(value: T): Promise<Error | undefined> {
    return new Promise((settle) => {
      this.queue.push({ value, bytes: this.options.bytesOf(value), settle });
      if (this.sending) return;
      this.sending = true;
      // under load all values added in this turn of the event loop share a batch; a single message does not wait for more
      if (this.lastCount > 1) setImmediate(() => void this.drain());
      else queueMicrotask(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.cut();
      this.lastCount = batch.length;
      try {
        const errors = await this.options.send(batch.map((item) => item.value));
        this.settle(batch, (index) => errors.get(index));
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        this.settle(batch, () => error);
      }
    }
    this.sending = false;
  }

  private settle(batch: readonly Item<T>[], errorOf: (index: number) => Error | undefined): void {
    const failed = new Map<string, Error>();
    batch.forEach((item, index) => {
      const error = errorOf(index);
      if (error && !(error instanceof MessageTooLarge)) failed.set(this.options.laneOf(item.value), error);
      item.settle(error);
    });
    if (failed.size === 0 || this.queue.length === 0) return;
    const queued = this.queue;
    this.queue = [];
    for (const item of queued) {
      const error = failed.get(this.options.laneOf(item.value));
      if (error) item.settle(error);
      else this.queue.push(item);
    }
  }

  private cut(): Item<T>[] {
    const spent = new Map<string, number>();
    let total = 0;
    let count = 0;
    for (const item of this.queue) {
      const budget = this.options.budgetOf(item.value);
      const used = (spent.get(budget.key) ?? 0) + item.bytes;
      total += item.bytes;
      const over = used > budget.bytes || total > this.options.maxBytes || count >= this.options.maxCount;
      if (count > 0 && over) break;
      spent.set(budget.key, used);
      count++;
    }
    if (count === this.queue.length) {
      const all = this.queue;
      this.queue = [];
      return all;
    }
    return this.queue.splice(0, count);
  }
}
