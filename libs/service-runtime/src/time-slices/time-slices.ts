import { setImmediate } from 'node:timers/promises';

interface TurnsOptions {
  /** How long work may run before it yields (10 ms). */
  sliceMs?: number;
  /** How long all of it may take, waiting included; no limit by default. */
  deadlineMs?: number;
  /** Aborts the work as well. */
  signal?: AbortSignal;
}

/** Thrown by {@link TimeSlices.next} when work took longer than its deadline. */
export class WorkTooLong extends Error {
  override readonly name = 'WorkTooLong';
  constructor(deadlineMs: number) {
    super(`the work was aborted after ${deadlineMs} ms`);
  }
}

/**
 * Long CPU-bound work in steps: `await slices.next()` between two steps lets the event loop process other work, and throws
 * once the deadline has passed or the signal is aborted.
 */
export class TimeSlices {
  private readonly began = performance.now();
  private turn = this.began;

  constructor(private readonly options: TurnsOptions = {}) {}

  async next(): Promise<void> {
    const { sliceMs = 10, deadlineMs, signal } = this.options;
    const now = performance.now();
    signal?.throwIfAborted();
    if (deadlineMs !== undefined && now - this.began > deadlineMs) throw new WorkTooLong(deadlineMs);
    if (now - this.turn < sliceMs) return;
    await setImmediate();
    this.turn = performance.now();
  }
}
