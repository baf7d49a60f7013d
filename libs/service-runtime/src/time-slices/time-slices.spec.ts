import { describe, expect, it } from 'vitest';
import { TimeSlices, WorkTooLong } from './time-slices.js';

const burn = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until) continue;
};

describe('turns', () => {
  it('given work of many steps, when a timer is due meanwhile, then it fires before the work is done', async () => {
    let fired = false;
    const timer = setTimeout(() => (fired = true), 1);
    const slices = new TimeSlices({ sliceMs: 5 });
    for (let part = 0; part < 20; part += 1) {
      burn(2);
      await slices.next();
    }
    clearTimeout(timer);
    expect(fired).toBe(true);
  });

  it('given a deadline, when it has passed, then the work is aborted', async () => {
    const slices = new TimeSlices({ deadlineMs: 5 });
    burn(10);
    await expect(slices.next()).rejects.toThrow(WorkTooLong);
  });

  it('given a signal, when it is aborted, then the work is aborted with its reason', async () => {
    const slices = new TimeSlices({ signal: AbortSignal.abort(new Error('stopping')) });
    await expect(slices.next()).rejects.toThrow('stopping');
  });
});
