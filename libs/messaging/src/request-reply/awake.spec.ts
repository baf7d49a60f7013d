import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { whenAwakeFor } from './awake.js';

/** The process does nothing else in the meantime, as when its machine's host gives the processor to others. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('time in which a process was awake', () => {
  it('given a process that runs, when the time has passed, then the callback runs once, and not earlier', async () => {
    const began = performance.now();
    const after = await new Promise<number>((resolve) => whenAwakeFor(100, () => resolve(performance.now() - began)));
    expect(after).toBeGreaterThanOrEqual(95);
  });

  it('given a stall longer than the time, when it is over, then most of the time still remains', async () => {
    const called = vi.fn();
    whenAwakeFor(200, called);
    stall(500);
    await soon();
    await soon();
    expect(called).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(called).toHaveBeenCalledOnce(), { timeout: 60_000 });
  });

  it('given a reply that is read after the last step, when the callback is still due, then it does not run', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const called = vi.fn();
    const cancel = whenAwakeFor(100, called);
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    cancel();
    await soon();
    await soon();
    expect(called).not.toHaveBeenCalled();
  });
});
