import { setTimeout as delay } from 'node:timers/promises';
import type { Incoming } from './incoming.js';

interface Entry {
  readonly message: Incoming;
  readonly bytes: number;
  done: boolean;
}

/**
 * True once a chunk's effects are committed, false when it was abandoned; or the lanes whose messages were left behind.
 * These are handled per lane, in order and marked `alone`, while the stream continues.
 */
export type Handled = boolean | ReadonlySet<string>;

interface LaneStreamOptions {
  /** messages per handler call; more than one gathers messages of all lanes */
  readonly chunk: number;
  /** resolves when the chunk is finished, as {@link Handled} describes */
  readonly handle: (chunk: Incoming[]) => Promise<Handled>;
  /** handling starts after this (an earlier stream of the same partition that is still finishing) */
  readonly after?: Promise<unknown>;
}

/** The lane of chunks that mix lanes; no message has this lane. */
const gathered = '\0gathered';
/** While messages arrive in quick succession, how long to wait for more of them between two chunks. */
const gatherMs = 10;
const highCount = 4_000;
/** Of one partition; a service reads several of each topic. */
const highBytes = 8 * 1024 * 1024;

/**
 * The messages of one partition that are being handled: lanes run concurrently, each in order. Tracks the position up to
 * which everything is done, which is all that may be committed.
 */
export class LaneStream {
  private readonly lanes = new Map<string, Entry[]>();
  private readonly running = new Set<Promise<void>>();
  /** In order of position, from `head` on; what is done before is released at once. */
  private log: (Entry | undefined)[] = [];
  private head = 0;
  private bytes = 0;
  private cancelled = false;
  private accepted = -1;
  private doneTo = -1;
  private roomWaiters: (() => void)[] = [];

  constructor(private readonly options: LaneStreamOptions) {}

  /** The position after the last message up to which everything is done; -1 at first. */
  get committable(): number {
    return this.doneTo;
  }

  /** Position after the last message accepted; messages before it are not accepted again. -1 at first. */
  get next(): number {
    return this.accepted;
  }

  get idle(): boolean {
    return this.head === this.log.length;
  }

  get full(): boolean {
    return this.log.length - this.head >= highCount || this.bytes >= highBytes;
  }

  /** Accepts messages; skips those that were accepted before (a refetch after a rebalance). */
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

  /** Resolves when half of the capacity is free again, or the stream is cancelled. */
  async room(): Promise<void> {
    if (this.cancelled || !this.full) return;
    await new Promise<void>((resolve) => this.roomWaiters.push(resolve));
  }

  /** Drops messages whose handling has not begun; resolves when all others are finished. */
  async cancel(): Promise<void> {
    this.cancelled = true;
    this.wakeRoom();
    await Promise.all(this.running);
  }

  /** Resolves when everything accepted so far is handled, or the stream is cancelled. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** The queue of a message: the one shared by all lanes, unless its own lane was left behind. */
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
    // messages that arrive in the same turn of the event loop are handled together
    if (this.options.after) await this.options.after;
    else await Promise.resolve();
    const isUnhandled = this.options.chunk > 1 && lane !== gathered;
    for (;;) {
      const queue = this.lanes.get(lane);
      if (!queue || queue.length === 0 || this.cancelled) break;
      const chunk = queue.splice(0, this.options.chunk);
      const messages = chunk.map(({ message }) => (isUnhandled ? { ...message, alone: true as const } : message));
      const handled = await this.options.handle(messages);
      if (handled === false) break;
      if (handled === true) this.settle(chunk);
      else this.leaveBehind(chunk, handled);
      if (!isUnhandled && chunk.length > 1 && queue.length < chunk.length) await delay(gatherMs);
    }
    this.lanes.delete(lane);
  }

  /** Gives lanes separate queues, including their already gathered messages, to keep each in order. */
  private leaveBehind(chunk: readonly Entry[], lanes: ReadonlySet<string>): void {
    const isUnhandled = ({ message }: Entry) => lanes.has(message.lane);
    this.settle(chunk.filter((entry) => !isUnhandled(entry)));
    const waiting = this.lanes.get(gathered) ?? [];
    const unhandled = [...chunk, ...waiting].filter(isUnhandled);
    waiting.splice(0, waiting.length, ...waiting.filter((entry) => !isUnhandled(entry)));
    for (const entry of unhandled) this.enqueue(entry.message.lane, entry);
  }

  private settle(chunk: readonly Entry[]): void {
    for (const entry of chunk) entry.done = true;
    while (this.head < this.log.length) {
      const entry = this.log[this.head];
      if (!entry?.done) break;
      this.doneTo = entry.message.position + 1;
      this.bytes -= entry.bytes;
      this.log[this.head++] = undefined;
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
