import { roundsOf } from '@kalends/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { day, startDays, type Days } from './simulated-days.fixture.js';

const accounts = roundsOf('IDLE_ACCOUNTS', { usual: 40, nightly: 1_000 });

/** The budget is that of docs/adr/0133. */
describe.each(['google', 'microsoft'] as const)('an idle day of accounts with two calendars (%s)', (provider) => {
  let days: Days;
  afterEach(() => days.stop());

  it('given proven channels, then an account costs at most 24 requests', async () => {
    days = await startDays(provider, { accounts });
    console.time('c'); await days.connected(); console.timeEnd('c'); console.time('p');
    const before = days.proxy.total();
    await days.pass(day);
    console.timeEnd('p'); const requests = days.proxy.total() - before;
    console.log(provider, requests / accounts, [...days.proxy.counts.entries()].filter(([, n]) => n > 20));
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(24 * accounts);
  }, 600_000);
});
