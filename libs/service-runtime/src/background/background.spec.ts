import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../logging/logger.js';
import { Loop } from './loop.js';
import { Maintenance } from './maintenance.js';

const log = createLogger({ service: 'spec', level: 'silent' });

describe('background work of a service', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('given a loop, when there is work, then it runs again immediately, otherwise after its pause or when woken', async () => {
    let [rounds, work] = [0, 2];
    const round = async () => ((rounds += 1), work > 0 ? work-- : 0);
    const loop = new Loop({ name: 'spec', round, pollMs: 1_000, log });
    loop.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(3);
    await vi.advanceTimersByTimeAsync(999);
    expect(rounds).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(4);
    loop.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(5);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toBe(5);
  });

  it('given a round that is woken while it runs, when it ends without work, then it runs again immediately', async () => {
    let rounds = 0;
    const loop: Loop = new Loop({
      name: 'spec',
      round: async () => {
        rounds += 1;
        if (rounds === 1) loop.wake();
        return 0;
      },
      pollMs: 60_000,
      log,
    });
    loop.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(2);
    await loop.stop();
  });

  it('given a round that fails, when its pause is over, then it runs again; with a pause between rounds, it keeps that', async () => {
    let rounds = 0;
    const round = async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('broken');
      return 1;
    };
    const loop = new Loop({ name: 'spec', round, pollMs: 100, gatherMs: 10, log });
    loop.start();
    await vi.advanceTimersByTimeAsync(99);
    expect(rounds).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(2);
    await vi.advanceTimersByTimeAsync(25);
    expect(rounds).toBe(4);
    const stopped = loop.stop();
    await vi.advanceTimersByTimeAsync(10);
    await stopped;
  });

  it('given maintenance tasks, when started, then each runs at once in the background, and again at its interval, one at a time, failed or not', async () => {
    const ran: string[] = [];
    let inHand = 0;
    const task = (name: string, everyMs: number) => ({
      everyMs,
      run: async () => {
        inHand += 1;
        expect(inHand).toBe(1);
        ran.push(name);
        await Promise.resolve();
        inHand -= 1;
        if (name === 'often') throw new Error('broken');
      },
    });
    const maintenance = new Maintenance([task('seldom', 3_000), task('often', 1_000)], log);
    maintenance.start();
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(ran).toEqual(['seldom', 'often']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ran.slice(2).sort()).toEqual(['often', 'often', 'often', 'seldom']);
    await maintenance.stop();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(ran).toHaveLength(6);
  });

  it('given a maintenance task that lasts, when stopped, then it is aborted and those behind it do not run', async () => {
    const ran: string[] = [];
    const lasts = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const behind = async () => void ran.push('behind');
    const maintenance = new Maintenance(
      [
        { everyMs: 1_000, run: lasts },
        { everyMs: 1_000, run: behind },
      ],
      log,
    );
    maintenance.start();
    await vi.advanceTimersByTimeAsync(1_500);
    await maintenance.stop();
    expect(ran).toEqual([]);
  });
});
