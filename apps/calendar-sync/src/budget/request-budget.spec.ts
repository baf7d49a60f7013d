import type { RequestLimits } from '@kalends/provider-port/sync';
import { testClock } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Purpose } from './purpose.js';
import { RequestBudget } from './request-budget.js';

const limits = { perMinute: 20, perDay: 0, zone: 'Etc/UTC' };
let clock: ReturnType<typeof testClock>;
let sent: string[];
/** Ends what still waits after a test. */
let end: AbortController;

const budgetOf = (changed: Partial<RequestLimits> = {}) =>
  new RequestBudget({ provider: 'google', name: 'Google', limits: { ...limits, ...changed }, clock: clock.now });

/** Sends so many requests, each when the one before was admitted. */
async function sends(budget: RequestBudget, who: string, of: { purpose: Purpose; times: number }): Promise<void> {
  const requests = budget.for({ accountId: who, purpose: of.purpose });
  for (let time = 0; time < of.times; time += 1) {
    try {
      await requests.admit(end.signal);
    } catch (error) {
      if (end.signal.aborted) return;
      throw error;
    }
    // whoever was ended meanwhile is admitted, so that the request fails by itself
    if (end.signal.aborted) return;
    sent.push(who);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Lets seconds pass, in each of which those that wait have their turns until nobody else has one. */
async function pass(budget: RequestBudget, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1_000);
    for (let before = -1; before !== sent.length;) {
      before = sent.length;
      budget.advance();
      await settled();
    }
  }
}

const countOf = (who: string) => sent.filter((one) => one === who).length;

beforeEach(() => {
  clock = testClock();
  sent = [];
  end = new AbortController();
});
afterEach(() => end.abort());

describe('a minute', () => {
  it('given first syncs of many accounts that use up their part, when somebody writes and another calendar is pushed, then both are sent at once', async () => {
    const budget = budgetOf();
    for (let n = 0; n < 50; n += 1) void sends(budget, `new ${n}`, { purpose: 'first-sync', times: 10 });
    await settled();
    expect(sent).toHaveLength(10);
    await sends(budget, 'booking', { purpose: 'write', times: 3 });
    await sends(budget, 'pushed', { purpose: 'push', times: 3 });
    expect([countOf('booking'), countOf('pushed')]).toEqual([3, 3]);
  });

  it('given all purposes that want more than there is, when a minute is over, then each had its part, and all together no more than the limit', async () => {
    const budget = budgetOf();
    for (const purpose of ['first-sync', 'poll', 'push', 'write'] as const) {
      for (let n = 0; n < 30; n += 1) void sends(budget, purpose, { purpose, times: 1 });
      await settled();
    }
    expect(['first-sync', 'poll', 'push', 'write'].map(countOf)).toEqual([10, 6, 3, 1]);
    await pass(budget, 59);
    expect(sent).toHaveLength(20);
    await pass(budget, 2);
    // what is more urgent leaves nothing to the others
    expect(['first-sync', 'poll', 'push', 'write'].map(countOf)).toEqual([10, 6, 3, 21]);
  });

  it('given one account with a huge first sync and fifty with small ones, when they wait for each other, then all small ones end first', async () => {
    const budget = budgetOf({ perMinute: 100 });
    const ended: string[] = [];
    const parallel = Array.from({ length: 300 }, () => sends(budget, 'huge', { purpose: 'first-sync', times: 1 }));
    void Promise.all(parallel).then(() => ended.push('huge'));
    for (let n = 0; n < 50; n += 1)
      void sends(budget, `small ${n}`, { purpose: 'first-sync', times: 2 }).then(() => ended.push(`small ${n}`));
    await settled();
    await pass(budget, 183);
    expect(ended).toHaveLength(50);
    expect(ended).not.toContain('huge');
    await pass(budget, 400);
    expect(ended.at(-1)).toBe('huge');
  });

  it('given several processes, when a minute is divided, then each sends its part', async () => {
    const budget = budgetOf();
    budget.divide(4);
    void sends(budget, 'ada', { purpose: 'write', times: 30 });
    await pass(budget, 1);
    expect(sent).toHaveLength(5);
  });

  it('given a request that waits, when its task ends, then it is not sent, and takes nobody’s turn', async () => {
    const budget = budgetOf({ perMinute: 2 });
    await sends(budget, 'ada', { purpose: 'first-sync', times: 1 });
    const stop = new AbortController();
    const waiting = budget.for({ accountId: 'ada', purpose: 'first-sync' }).admit(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ failure: 'unavailable', options: { isPutOff: true } });
    await pass(budget, 61);
    expect(budget.window.used).toBe(0);
  });

  it('given a batch of 20 requests, when it is sent, then it counts as 20', async () => {
    const budget = budgetOf();
    await budget.for({ accountId: 'ada', purpose: 'poll' }).admit(undefined, 20);
    expect([budget.window.used, budget.isShort('write')]).toEqual([20, true]);
  });
});

describe('a provider that refuses our client', () => {
  const refused = (budget: RequestBudget, accountId: string, retryAfterMs?: number) =>
    budget.for({ accountId, purpose: 'poll' }).limited(retryAfterMs);
  const short = (budget: RequestBudget) => (['write', 'push', 'poll', 'first-sync'] as const).map((one) => budget.isShort(one)); // prettier-ignore

  it('given an answer to one account, when others want to send, then all wait a second, except what people request, more slowly', async () => {
    const budget = budgetOf({ perMinute: 6_000 });
    refused(budget, 'ada');
    expect(short(budget)).toEqual([false, true, true, true]);
    void sends(budget, 'booking', { purpose: 'write', times: 20 });
    await settled();
    expect(countOf('booking')).toBe(1);
    await pass(budget, 1);
    expect(countOf('booking')).toBe(20);
    expect(short(budget)).toEqual([false, false, false, false]);
  });

  it('given answers to several accounts, then Retry-After counts, and without it the wait doubles up to five minutes', async () => {
    const budget = budgetOf();
    refused(budget, 'ada', 30_000);
    expect(budget.closure.until).toBe(clock.now() + 5_000);
    refused(budget, 'bob', 30_000);
    expect(budget.closure.until).toBe(clock.now() + 30_000);
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      clock.advance((budget.closure.until ?? clock.now()) - clock.now());
      refused(budget, n % 2 === 0 ? 'ada' : 'bob');
      waits.push((budget.closure.until! - clock.now()) / 1_000);
    }
    expect(waits.slice(0, 4)).toEqual([4, 8, 16, 32]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300);
  });

  it('given one account that is refused again and again, then others never wait longer than five seconds for it', () => {
    const budget = budgetOf();
    for (let n = 0; n < 20; n += 1) {
      refused(budget, 'mallory', 86_400_000);
      expect(budget.closure.until! - clock.now()).toBe(5_000);
      clock.advance(5_000);
      expect(short(budget)).toEqual([false, false, false, false]);
    }
  });
});

describe('a day', () => {
  it('given a day of which 80 % are used, then first syncs are put off until tomorrow, and after 98 % all but what people request', async () => {
    const budget = budgetOf({ perMinute: 0, perDay: 100, zone: 'America/Los_Angeles' });
    clock.set(Date.parse('2026-11-29T20:00:00Z'));
    await sends(budget, 'ada', { purpose: 'poll', times: 80 });
    const waiting = budget.for({ accountId: 'bob', purpose: 'first-sync' }).admit();
    await expect(waiting).rejects.toMatchObject({ options: { isPutOff: true, retryAfterMs: 12 * 3_600_000 } });
    await sends(budget, 'ada', { purpose: 'push', times: 18 });
    await expect(budget.for({ accountId: 'bob', purpose: 'push' }).admit()).rejects.toThrow(/more urgent/);
    await sends(budget, 'ada', { purpose: 'write', times: 5 });
    clock.advance(12 * 3_600_000);
    expect([budget.day.today, budget.isShort('first-sync')]).toEqual([0, false]);
  });
});
