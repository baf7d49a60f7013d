import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  eventOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  profileOf,
  type AvailabilityDatabase,
} from '../availability-database.fixture.js';
import { declareCounting, readCounting, resumeDeclared } from './calendar-counting.js';
import { lockAccount } from './locks.js';
import { BlockCache } from './member-time/block-cache.js';
import { loadTime } from './member-time/load-time.js';
import { mergeTime } from './member-time/merge.js';

const monday = (time: string) => `2026-11-23T${time}:00`;
const shown = { countsAs: 'shown', ignoresAllDay: false } as const;
const allBusy = { countsAs: 'busy', ignoresAllDay: false } as const;
const allFree = { countsAs: 'free', ignoresAllDay: false } as const;
const noDays = { countsAs: 'shown', ignoresAllDay: true } as const;

describe('how the events of a calendar count (AVL-33)', () => {
  let database: AvailabilityDatabase;
  let ada: string;
  let calendar: { account_id: string; calendar_id: string };
  // as in a running program, so that a stale block is noticed
  const cache = new BlockCache();
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => {
    ada = await newPerson(database);
    calendar = { account_id: ada, calendar_id: `cal_${ada}` };
    await database.apply(
      ada,
      eventOf(ada, 'meeting', monday('08:00'), monday('09:00')),
      eventOf(ada, 'shadow', monday('10:00'), monday('11:00'), { master: { transparency: 'transparent' } }),
      eventOf(ada, 'gone', monday('12:00'), monday('13:00'), { master: { status: 'cancelled' } }),
      eventOf(ada, 'trip', monday('00:00'), monday('00:00'), {
        master: { start: { date: '2026-11-24' }, end: { date: '2026-11-25' } },
      }),
      eventOf(ada, 'daily', '2026-11-25T08:00:00', '2026-11-25T09:00:00', {
        master: { transparency: 'transparent' },
        series: { recurrence: { rrules: ['FREQ=DAILY;COUNT=2'], rdates: [], exdates: [] } },
      }),
    );
  });

  /** Busy time from Monday to Thursday, as day and hours in UTC. */
  async function busy(week = '2026-11-23') {
    const span = { start: at(`${week}T00:00:00Z`), end: at(`${week}T00:00:00Z`) + 4 * 86_400_000 };
    const { busy: byCalendar } = await loadTime(database.pool, cache, {
      people: [{ sub: ada, calendarIds: [`cal_${ada}`], allCalendars: true }],
      span,
      overlay: { calendars: [], events: [] },
      freshness: { now, maxStaleness: 60_000 },
    });
    const merged = mergeTime([byCalendar.get(`cal_${ada}`)], { onlyManaged: false, ignoreTentative: false });
    const hours = [...merged].map((ms) => (ms - span.start) / 3_600_000);
    return hours.flatMap((hour, index) => (index % 2 === 0 ? [`${hour}-${hours[index + 1]}`] : []));
  }
  const asShown = ['8-9', '24-48'];

  it.each([
    ['busy', allBusy, ['8-9', '10-11', '24-48', '56-57', '80-81']],
    ['free', allFree, []],
    ['without all-day events', noDays, ['8-9']],
    ['busy without all-day events', { ...allBusy, ignoresAllDay: true }, ['8-9', '10-11', '56-57', '80-81']],
  ])(
    'given a calendar that counts as %s, then its time does, and as it is shown once that is declared',
    async (_what, counting, expected) => {
      expect(await busy()).toEqual(asShown);
      await declareCounting(database.pool, calendar, counting);
      expect([await busy(), await readCounting(database.pool, calendar)]).toEqual([expected, counting]);
      await declareCounting(database.pool, calendar, shown);
      expect(await busy()).toEqual(asShown);
    },
  );

  it('given what is declared, then later events count like that, and those beyond the packed time', async () => {
    await declareCounting(database.pool, calendar, allBusy);
    const transparent = { master: { transparency: 'transparent' as const } };
    await database.apply(ada, eventOf(ada, 'later', monday('14:00'), monday('15:00'), transparent));
    await database.apply(ada, eventOf(ada, 'far', '2035-11-26T08:00:00', '2035-11-26T09:00:00', transparent));
    expect([await busy(), await busy('2035-11-26')]).toEqual([
      ['8-9', '10-11', '14-15', '24-48', '56-57', '80-81'],
      ['8-9'],
    ]);
  });

  it('given a program that ended before everything was packed again, when it runs next, then it is', async () => {
    await database.pool.query("INSERT INTO calendar_counting VALUES ($1, $2, 'free', false, false)", [
      calendar.calendar_id,
      ada,
    ]);
    expect(await busy()).toEqual(asShown);
    await resumeDeclared(database.pool);
    expect(await busy()).toEqual([]);
    const { rows } = await database.pool.query('SELECT applied FROM calendar_counting WHERE account_id = $1', [ada]);
    expect(rows).toEqual([{ applied: true }]);
  });

  it('given many events and a write between two pages, when declared, then all count like that', async () => {
    const many = Array.from({ length: 450 }, (_, n) => eventOf(ada, `many${String(n).padStart(3, '0')}`, monday('09:00'), monday('10:00'))); // prettier-ignore
    await database.apply(ada, ...many);
    const [declared] = await Promise.all([
      declareCounting(database.pool, calendar, allFree),
      inTransaction(database.pool, (client) => lockAccount(client, ada)),
      database.apply(ada, eventOf(ada, 'zzz', monday('20:00'), monday('21:00'))),
    ]);
    expect([declared, await busy()]).toEqual([undefined, []]);
  });

  it('given another account, or an erased profile, then nothing of it is declared', async () => {
    const eve = await newPerson(database);
    await declareCounting(database.pool, { ...calendar, account_id: ada }, allFree);
    expect(await readCounting(database.pool, { ...calendar, account_id: eve })).toBeNull();
    await database.apply(ada, profileOf(ada, { deleted: true, connected: false, erased: true } as never));
    const { rowCount } = await database.pool.query('SELECT FROM calendar_counting WHERE account_id = $1', [ada]);
    expect(rowCount).toBe(0);
  });

  it('given many declarations of one application, then they use two connections, and a small one of another is not behind them (AVL-34)', async () => {
    const { pool } = database;
    const many = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const account_id = await newPerson(database);
        const events = Array.from({ length: 450 }, (_, n) => eventOf(account_id, `e${n}`, monday('08:00'), monday('09:00'))); // prettier-ignore
        await database.apply(account_id, ...events);
        return { account_id, calendar_id: `cal_${account_id}`, client_id: 'many' };
      }),
    );
    const done: string[] = [];
    const packing = { now: 0, most: 0 };
    const counted = Object.create(pool) as typeof pool;
    // `query` passes a callback
    counted.connect = (async (...callback: []) => {
      if (callback.length > 0) return pool.connect(...callback);
      const client = await pool.connect();
      packing.most = Math.max(packing.most, (packing.now += 1));
      const release = client.release.bind(client);
      client.release = (...reason) => {
        packing.now -= 1;
        client.release = release;
        release(...reason);
      };
      return client;
    }) as typeof pool.connect;
    const declare = async (declared: (typeof many)[number], name: string) => {
      await declareCounting(counted, declared, allBusy);
      done.push(name);
    };
    await Promise.all([
      ...many.map((declared) => declare(declared, 'many')),
      declare({ ...calendar, client_id: 'another' }, 'another'),
    ]);
    expect(done.indexOf('another')).toBeLessThanOrEqual(1);
    expect(packing.most).toBe(2);
    expect(await busy()).toEqual(['8-9', '10-11', '24-48', '56-57', '80-81']);
  });

  it('given what is declared already, then nothing is packed again', async () => {
    await declareCounting(database.pool, calendar, allBusy);
    const versions = async () =>
      (await database.pool.query('SELECT xmin FROM event WHERE account_id = $1 ORDER BY event_uid', [ada])).rows;
    const before = await versions();
    await declareCounting(database.pool, calendar, allBusy);
    expect(await versions()).toEqual(before);
    await declareCounting(database.pool, calendar, shown);
    expect(await versions()).not.toEqual(before);
  });
});
