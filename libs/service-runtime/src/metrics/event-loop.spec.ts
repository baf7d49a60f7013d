import { cpuUsage } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { delayBetween, watchEventLoop } from './event-loop.js';
import { scrape } from './registry.js';

const blockedSeconds = async () =>
  Number(/^kalends_event_loop_blocked_seconds (\S+)$/m.exec((await scrape()).body)?.[1]);

describe('the event loop', () => {
  it.each([
    ['on time', 50, 50, { delay: 0, blocked: 0 }],
    ['late by its own work', 350, 340, { delay: 300, blocked: 300 }],
    ['late because other processes used the processors', 350, 20, { delay: 300, blocked: 20 }],
    ['early', 49, 49, { delay: 0, blocked: 0 }],
  ])(
    'given a timer that is %s, when read, then its delay is the excess over the interval',
    (_what, at, cpu, expected) => {
      expect(delayBetween({ at: 1_000, cpu: 500 }, { at: 1_000 + at, cpu: 500 + cpu })).toEqual(expected);
    },
  );

  it('given 300 ms of work that block it, when metrics are read, then they show at least 200 of them', async () => {
    const stop = watchEventLoop();
    // processor time: on a busy machine 300 ms of elapsed time may be little work
    const before = cpuUsage();
    while (cpuUsage(before).user < 300_000) Math.sqrt(before.user);
    await delay(60);
    expect(await blockedSeconds()).toBeGreaterThan(0.2);
    expect((await scrape()).body).toMatch(/kalends_event_loop_delay_seconds_count [1-9]/);
    stop();
  });
});
