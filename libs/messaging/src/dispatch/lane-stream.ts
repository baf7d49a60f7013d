import type { Incoming } from './incoming.js';

interface Entry {
  readonly message: Incoming;
  readonly bytes: number;
  done: boolean;
}

export interface LaneStreamOptions {
  /** messages handed over at once; more than one makes the whole stream a single lane */
  readonly chunk: number;
  /** resolves true once the chunk's effects are committed, false when it was given up */
  readonly handle: (chunk: Incoming[]) => Promise<boolean>;
  /** handling starts after this (an earlier stream of the same partition that is still winding up) */
  readonly after?: Promise<unknown>;
}

const highCount = 4_000;
const highBytes = 32 * 1024 * 1024;

/**
 * The messages of one partition on their way through the handlers: lanes run side by side, each in order. Knows up to
 * where everything is done, which is all that may be committed.
 */
export class LaneStream {
  private readonly lanes = new Map<string, Entry[]>();
  private readonly running = new Set<Promise<void>>();
  private log: Entry[] = [];
  private head = 0;
  private bytes = 0;
  private cancelled = false;
  private accepted = -1;
  private doneTo = -1;
  private roomWaiters: (() => void)[] = [];

  constructor(private readonly options: LaneStreamOptions) {}

  /** The position after the last message before which everything is done; -1 while nothing was. */
  get committable(): number {
    return this.doneTo;
  }

  /** Position after the last message taken in; messages before it are not taken in again. -1 at first. */
  get next(): number {
    return this.accepted;
  }

  get idle(): boolean {
    return this.head === this.log.length;
  }

  get full(): boolean {
    return this.log.length - this.head >= highCount || this.bytes >= highBytes;
  }

  /** Takes messages in; those taken in before (a refetch after a rebalance) are left out. */
  push(messages: readonly Incoming[]): void {
    if (this.cancelled) return;
    for (const message of messages) {
      if (message.position < this.accepted) continue;
      this.accepted = message.position + 1;
      const entry = { message, bytes: 200 + (message.body?.length ?? 0), done: false };
      this.log.push(entry);
      this.bytes += entry.bytes;
      this.enqueue(this.options.chunk > 1 ? '' : message.lane, entry);
    }
  }

  /** Resolves when half of the room is free again, or the stream is cancelled. */
  async room(): Promise<void> {
    if (this.cancelled || !this.full) return;
    await new Promise<void>((resolve) => this.roomWaiters.push(resolve));
  }

  /** Drops what has not begun; resolves when what has begun is finished. */
  async cancel(): Promise<void> {
    this.cancelled = true;
    this.wakeRoom();
    await Promise.all(this.running);
  }

  /** Resolves when everything taken in so far is handled, or the stream is cancelled. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private enqueue(lane: string, entry: Entry): void {
    const queue = this.lanes.get(lane);
    if (queue) {
      queue.push(entry);
      return;
    }
    this.lanes.set(lane, [entry]);
    const run = this.drain(lane).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async drain(lane: string): Promise<void> {
    // what came in the same turn is handed over together
    if (this.options.after) await this.options.after;
    else await Promise.resolve();
    for (;;) {
      const queue = this.lanes.get(lane);
      if (!queue || queue.length === 0 || this.cancelled) break;
      const chunk = queue.length <= this.options.chunk ? queue : queue.splice(0, this.options.chunk);
      if (chunk === queue) this.lanes.set(lane, []);
      const taken = await this.options.handle(chunk.map((entry) => entry.message));
      if (!taken) break;
      this.settle(chunk);
    }
    this.lanes.delete(lane);
  }

  private settle(chunk: readonly Entry[]): void {
    for (const entry of chunk) entry.done = true;
    while (this.head < this.log.length) {
      const entry = this.log[this.head];
      if (!entry?.done) break;
      this.doneTo = entry.message.position + 1;
      this.bytes -= entry.bytes;
      this.head++;
    }
    if (this.head > 1_024 || this.head === this.log.length) {
      this.log = this.log.slice(this.head);
      this.head = 0;
    }
    const half = this.log.length - this.head <= highCount / 2 && this.bytes <= highBytes / 2;
    if (half && this.roomWaiters.length > 0) this.wakeRoom();
  }

  private wakeRoom(): void {
    const waiters = this.roomWaiters;
    this.roomWaiters = [];
    for (const wake of waiters) wake();
  }
}
