import { setTimeout as delay } from 'node:timers/promises';
import type { Incoming } from './incoming.js';

interface Entry {
  readonly message: Incoming;
  readonly bytes: number;
  done: boolean;
}

/**
 * True once a chunk's effects are committed, false when it was given up; or the lanes whose messages were left behind: these
 * are handed over by lane, one after the other and marked `alone`, while the stream goes on.
 */
export type Handled = boolean | ReadonlySet<string>;

interface LaneStreamOptions {
  /** messages handed over at once; more than one gathers messages of all lanes */
  readonly chunk: number;
  /** resolves when the chunk is dealt with, as {@link Handled} says */
  readonly handle: (chunk: Incoming[]) => Promise<Handled>;
  /** handling starts after this (an earlier stream of the same partition that is still winding up) */
  readonly after?: Promise<unknown>;
}

/** The lane of what is handed over together; no message is of this one. */
const gathered = '\0gathered';
/** While messages come one upon the other, so long is waited for more of them between two chunks. */
const gatherMs = 10;
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
      this.enqueue(this.laneOf(message), entry);
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

  /** Where a message waits for its turn: with those of all lanes, unless its own was left behind. */
  private laneOf({ lane }: Incoming): string {
    return this.options.chunk > 1 && !this.lanes.has(lane) ? gathered : lane;
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
    const isLeft = this.options.chunk > 1 && lane !== gathered;
    for (;;) {
      const queue = this.lanes.get(lane);
      if (!queue || queue.length === 0 || this.cancelled) break;
      const chunk = queue.splice(0, isLeft ? 1 : this.options.chunk);
      const messages = chunk.map(({ message }) => (isLeft ? { ...message, alone: true as const } : message));
      const handled = await this.options.handle(messages);
      if (handled === false) break;
      if (handled === true) this.settle(chunk);
      else this.leaveBehind(chunk, handled);
      if (!isLeft && chunk.length > 1 && queue.length < chunk.length) await delay(gatherMs);
    }
    this.lanes.delete(lane);
  }

  /** Gives lanes a turn of their own: with what is gathered of them already, so that each keeps its order. */
  private leaveBehind(chunk: readonly Entry[], lanes: ReadonlySet<string>): void {
    const isLeft = ({ message }: Entry) => lanes.has(message.lane);
    this.settle(chunk.filter((entry) => !isLeft(entry)));
    const waiting = this.lanes.get(gathered) ?? [];
    const left = [...chunk, ...waiting].filter(isLeft);
    waiting.splice(0, waiting.length, ...waiting.filter((entry) => !isLeft(entry)));
    for (const entry of left) this.enqueue(entry.message.lane, entry);
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
