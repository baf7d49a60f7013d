import { roundsOf, waitUntil } from '@kalends/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { day, hour, minute, printDay, startDays, type Days, type DaysOptions } from './simulated-days.fixture.js';

const accounts = roundsOf('IDLE_ACCOUNTS', { usual: 3, nightly: 100 });
/** Of a thousand accounts. */
const long = 3 * 3_600_000;
/** The budget is that of docs/adr/0133. Notifications, requests and answers are real; only the clocks are moved. */
describe.each(['google', 'microsoft'] as const)('simulated days of accounts (%s)', (provider) => {
  let days: Days;
  afterEach(() => days.stop());
  const start = async (options: Partial<DaysOptions> = {}) => {
    days = await startDays(provider, { accounts, ...options });
    await days.connected();
  };
  const requestsOf = async (work: () => Promise<void>) => {
    const before = days.proxy.total();
    await work();
    return days.proxy.total() - before;
  };

  it(
    'given proven channels of two calendars, then an idle day costs at most 24 requests for each account',
    async () => {
      await start();
      const requests = await requestsOf(() => days.pass(day));
      printDay(days, provider, requests);
      // four polls at least
      expect(requests).toBeGreaterThan(4 * 3 * accounts);
      expect(requests).toBeLessThanOrEqual(24 * accounts);
    },
    long,
  );

  it(
    'CHG-9: given a lost push for each account at a random time, then all are found within six hours',
    async () => {
      await start();
      await days.drop(accounts);
      const lost = new Map<string, number>();
      for (let index = 0; index < accounts; index += 1) {
        await days.pass(Math.round((day * 0.9) / accounts));
        lost.set(`Lost ${index}`, days.clock.now());
        await days.add(index, `Lost ${index}`);
        for (const title of await days.found([...lost.keys()])) lost.delete(title);
        for (const at of lost.values()) expect(days.clock.now() - at).toBeLessThanOrEqual(6 * hour);
      }
      await days.pass(6 * hour);
      expect((await days.found([...lost.keys()])).size).toBe(lost.size);
    },
    long,
  );

  it(
    'CHG-9: given accounts in use, then every lost push is found within an hour, at a bounded cost',
    { tags: 'long', timeout: long },
    async () => {
      await start({ accounts: Math.ceil(accounts / 4) });
      const inUse = Math.ceil(accounts / 4);
      for (let index = 0; index < inUse; index += 1) await days.use(index);
      await days.pass(3 * hour);
      await days.drop(inUse);
      for (let index = 0; index < inUse; index += 1) await days.add(index, 'Lost');
      await days.pass(hour);
      expect(await days.have('Lost')).toBe(inUse);
      await days.pass(3 * hour);
      const requests = await requestsOf(() => days.pass(12 * hour));
      expect(requests / inUse).toBeLessThanOrEqual(60);
    },
  );

  it(
    'given a change that is notified, then it costs at most three requests, also after the access token has expired',
    async () => {
      await start({ accounts: 1 });
      await days.pass(2 * hour);
      const before = days.received();
      const requests = await requestsOf(async () => {
        await days.add(0, 'Notified');
        await waitUntil(() => days.received() > before);
        await days.settle();
      });
      expect(await days.have('Notified')).toBe(1);
      expect(requests).toBeLessThanOrEqual(3);
    },
    long,
  );

  it(
    'given a push that is lost, then the channel is replaced before it counts again, and nothing is polled often',
    async () => {
      await start({ accounts: 1 });
      await days.drop(1);
      await days.add(0, 'Lost');
      await days.pass(6 * hour);
      const { rows } = await days.pool.query('SELECT FROM push_channel WHERE doubted_at IS NOT NULL');
      expect([await days.have('Lost'), rows.length]).toEqual([1, 0]);
      const opened = await days.pool.query('SELECT FROM push_channel WHERE opened_at > $1', [
        days.clock.now() - 5 * hour,
      ]);
      expect(opened.rowCount).toBe(1);
      expect(await requestsOf(() => days.pass(day))).toBeLessThanOrEqual(26);
    },
    long,
  );

  it(
    'given no channels, then the interval grows while nothing changes, up to ten minutes, and falls with a change',
    { tags: 'long', timeout: long },
    async () => {
      await start({ accounts: 1, withoutPush: true });
      const polls = async (ms: number) => {
        const before = days.polls();
        await days.pass(ms);
        return days.polls() - before;
      };
      const first = await polls(20 * minute);
      await days.pass(6 * hour);
      const quiet = await polls(hour);
      await days.add(0, 'Busy again');
      await days.pass(10 * minute);
      const busy = await polls(20 * minute);
      expect(quiet).toBeGreaterThanOrEqual(6);
      expect(quiet).toBeLessThanOrEqual(7);
      expect(first).toBeGreaterThanOrEqual(14);
      expect(busy).toBeGreaterThanOrEqual(12);
    },
  );
});
