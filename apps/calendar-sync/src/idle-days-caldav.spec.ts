// @module-tag long
import { missingForRadicale, roundsOf, skipFor } from '@kalends/testing';
import { afterEach, describe, expect, it, type TestContext } from 'vitest';
import { day, hour, minute, printDay, startDays, type Days, type DaysOptions } from './simulated-days.fixture.js';

/** Of a hundred accounts. */
const long = 3 * 3_600_000;
/** A real server processes every request: fewer accounts. */
const served = roundsOf('IDLE_CALDAV_ACCOUNTS', { usual: 2, nightly: 20 });

/** The budget is that of docs/adr/0144, at a Radicale. */
describe('simulated days of accounts (caldav)', () => {
  let days: Days | undefined;
  afterEach(async () => {
    await days?.stop();
    days = undefined;
  });
  const start = async (context: TestContext, options: Partial<DaysOptions> = {}) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    days = await startDays('caldav', { accounts: served, ...options });
    await days.connected();
    // the interval grows while nothing changes
    await days.pass(4 * hour);
  };
  const requestsOf = async (ms: number) => {
    const before = days!.proxy.total();
    await days!.pass(ms);
    return days!.proxy.total() - before;
  };
  const useAll = async () => {
    for (let index = 0; index < days!.accounts; index += 1) await days!.use(index);
  };

  it(
    'given two calendars, then an idle day costs at most 172 requests for each account, and a third one two more',
    async (context) => {
      await start(context);
      if (!days) return;
      const requests = await requestsOf(day);
      printDay(days, 'caldav', requests);
      expect(requests).toBeGreaterThanOrEqual(144 * served);
      expect(requests).toBeLessThanOrEqual(172 * served);
      await days.stop();
      await start(context, { calendars: 3 });
      expect(await requestsOf(day)).toBeLessThanOrEqual(174 * served);
    },
    long,
  );

  it(
    'CHG-10: given changes of idle accounts at random times, then each is found within ten minutes',
    async (context) => {
      await start(context);
      if (!days) return;
      for (let index = 0; index < served; index += 1) {
        await days.pass(Math.round((6 * hour) / served) + 7 * minute);
        await days.add(index, `Changed ${index}`);
        await days.pass(10 * minute);
        expect(await days.have(`Changed ${index}`)).toBe(1);
      }
    },
    long,
  );

  it(
    'CHG-10: given accounts in use, then each change is found within five minutes, at a bounded cost',
    async (context) => {
      await start(context);
      if (!days) return;
      await useAll();
      await days.pass(6 * hour);
      await days.add(0, 'Changed');
      await days.pass(5 * minute);
      expect(await days.have('Changed')).toBe(1);
      // what changed is polled more often, until it has not changed for a while
      await days.pass(9 * hour);
      const requests = await requestsOf(6 * hour);
      expect(requests).toBeLessThanOrEqual((332 / 4) * served);
    },
    long,
  );
});
