import { randomBytes } from 'node:crypto';
import type { EventRecord } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import { longestTurn } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { eraseAccount } from '../accounts/erase-account.js';
import { ReadEvents } from '../events/read-events/read-events.js';
import { jsonOf } from '../events/read-events/read-pages.fixture.js';
import { windowOf, type Window } from '../events/read-events/window.js';
import { bounds } from './bounded-series.js';
import {
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  wrongCounts,
  type GatewayDatabase,
  type TestAccount,
} from './gateway-database.fixture.js';
import { refreshTruncated, rollHorizon } from './horizon.js';
import { projectBatch } from './project-batch.js';

const day = 86_400_000;
const quiet = () => undefined;

interface Read {
  events: { event_uid: string; start: string }[];
  truncated?: { total: number; series: { series_identifier: string; reason: string; shown_from: string }[] };
}

describe('series with more instances than the bound allows', () => {
  let database: GatewayDatabase;
  let pool: Pool;
  let account: TestAccount;
  const now = Date.now();
  const minute = Math.floor(now / 60_000) * 60_000;
  const today = new Date(now).toISOString().slice(0, 10);

  beforeAll(async () => {
    database = await openGatewayDatabase();
    pool = database.pool;
    await rollHorizon(pool, now, quiet);
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await pool.query('TRUNCATE occurrence, occurrence_count, calendar_load, truncated_series');
    account = await newAccount(pool);
    await project([calendarOf(account.accountId, calendarId())]);
  });

  const calendarId = () => `cal_${account.accountId}`;
  const project = (records: Parameters<typeof projectBatch>[1][number]['body'][]) =>
    projectBatch(
      pool,
      records.map((body) => ({ body })),
    );

  function repeating(uid: string, rule: string, times: [start: string, end: string], more: Partial<EventRecord> = {}) {
    const record = eventOf(account.accountId, calendarId(), uid, more);
    const [start, end] = times.map((local) => ({ local, tzid: 'Etc/UTC' })) as [never, never];
    record.series.master = { ...record.series.master!, start, end };
    record.series.recurrence = { rrules: [rule], rdates: [], exdates: [] };
    return record;
  }
  const everySecond = (uid: string, more: Partial<EventRecord> = {}) =>
    repeating(uid, 'FREQ=SECONDLY', ['2025-01-01T00:00:00', '2025-01-01T00:00:00'], more);
  const everyMinute = (uid: string) => repeating(uid, 'FREQ=MINUTELY', ['2026-01-01T08:00:00', '2026-01-01T08:01:00']);

  async function rowsOf(uid?: string) {
    const { rows } = await pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM occurrence WHERE account_id = $1 AND ($2::text IS NULL OR event_uid = $2)',
      [account.accountId, uid ?? null],
    );
    return rows[0]!.n;
  }

  async function read(from: string, to: string): Promise<Read> {
    const events = new ReadEvents(pool, 'http://kalends', randomBytes(32), String);
    const window = windowOf({ tzid: 'Etc/UTC', from, to }, now) as Window;
    const request = {
      filter: { managed: 'all' as const },
      localized: false,
      userinfo: false,
      freeBusy: null,
      cursor: null,
    };
    return JSON.parse(jsonOf(await events.read(account.hash, { ...request, window }, true))) as Read;
  }

  it(
    'given eight events for every second and three for every minute, when applied, then the event loop stays free and they are shown as truncated',
    { tags: 'long' },
    async () => {
      const records = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => everySecond(`s${n}`));
      const single = eventOf(account.accountId, calendarId(), 'single');
      const all = [...records, ...[1, 2, 3].map((n) => everyMinute(`m${n}`)), single];
      expect((await longestTurn(() => project(all))).ms).toBeLessThan(boundMs(200));
      expect(await rowsOf('single')).toBe(1);
      for (const uid of ['s1', 's8', 'm3']) expect(await rowsOf(uid)).toBe(bounds.series);
      const answer = await read(today, today);
      expect(answer.events).toHaveLength(100);
      expect(answer.truncated?.total).toBe(8);
      expect((await read(today, toIso(now + 10 * day))).truncated?.total).toBe(11);
      expect(answer.truncated?.series[0]).toMatchObject({ reason: 'too_many_instances' });
      expect(await wrongCounts(pool)).toEqual([]);
    },
  );

  it.each([true, false])(
    'given an event of which not everything was read (recurs: %s), when it is read, then that is reported',
    async (recurs) => {
      const times = [`${today}T10:00:00`, `${today}T11:00:00`] as [string, string];
      const record = recurs ? repeating('cut', 'FREQ=DAILY', times) : eventOf(account.accountId, calendarId(), 'cut');
      record.series.master = { ...record.series.master!, start: { local: times[0], tzid: 'Etc/UTC' }, end: { local: times[1], tzid: 'Etc/UTC' } }; // prettier-ignore
      record.series.truncated = ['attendees', 'text'];
      await project([record]);
      const { events, truncated } = await read(today, toIso(now + day).slice(0, 10));
      expect(events.length).toBeGreaterThan(0);
      expect(truncated).toMatchObject({ total: 1, series: [{ series_identifier: 'cut', reason: 'too_large' }] });
      await project([{ ...record, revision: 2, series: { ...record.series, truncated: undefined } }]);
      expect((await read(today, today)).truncated).toBeUndefined();
    },
  );

  it('given a calendar whose series have used its steps, when applied, then they are reported and single events shown', async () => {
    const stepsBefore = bounds.steps;
    bounds.steps = 100;
    try {
      const weekly = repeating('weekly', 'FREQ=WEEKLY', [`${today}T10:00:00`, `${today}T11:00:00`]);
      await project([weekly, eventOf(account.accountId, calendarId(), 'single')]);
    } finally {
      bounds.steps = stepsBefore;
    }
    expect(await rowsOf('single')).toBe(1);
    const { truncated } = await read(today, toIso(now + 300 * day).slice(0, 10));
    expect(truncated).toMatchObject({ total: 1, series: [{ series_identifier: 'weekly' }] });
  });

  it(
    'given a series of long texts, when applied, then none of its statements blocks the event loop',
    { tags: 'long' },
    async () => {
      const record = everyMinute('long');
      record.series.master = { ...record.series.master!, description: '"ж\n'.repeat(400) };
      const { ms } = await longestTurn(() => project([record]));
      expect(await rowsOf('long')).toBeGreaterThan(2_000);
      expect(ms).toBeLessThan(boundMs(200));
    },
  );

  it('given a truncated series, when a window is within what is shown, then nothing is reported as missing', async () => {
    await project([everyMinute('m')]);
    // Ahead of now: a window is widened to whole days, and the day an hour ago began may be more than a day ago.
    const within = await read(toIso(minute + 3_600_000), toIso(minute + 2 * 3_600_000));
    expect(within.truncated).toBeUndefined();
    expect(within.events).toHaveLength(60);
    expect((await read('2025-10-01', '2025-12-31')).truncated).toBeUndefined();
    expect((await read('2026-02-01', '2026-02-02')).truncated?.total).toBe(1);
  });

  it(
    'given a calendar of dense series only, when they exceed its bound, then the bound is respected and all are reported',
    { tags: 'long', timeout: 120_000 },
    async () => {
      for (let batch = 0; batch < 8; batch += 1) {
        await project(Array.from({ length: 10 }, (_, n) => everySecond(`d${batch}_${n}`)));
      }
      expect(await rowsOf()).toBeLessThanOrEqual(bounds.calendar);
      const weekly = repeating('weekly', 'FREQ=WEEKLY', [`${today}T10:00:00`, `${today}T11:00:00`]);
      await project([weekly]);
      expect(await rowsOf('weekly')).toBeGreaterThan(50);
      expect((await read(today, today)).truncated!.total).toBeGreaterThan(70);
    },
  );

  it('given a dense series, when its event is deleted, then its rows are deleted or marked, and nothing is truncated any more', async () => {
    await project([everySecond('gone')]);
    await project([everySecond('gone', { revision: 2, deleted: true })]);
    expect((await read(today, today)).truncated).toBeUndefined();
    const { rows } = await pool.query('SELECT FROM occurrence WHERE account_id = $1 AND NOT deleted', [
      account.accountId,
    ]);
    expect(rows).toHaveLength(0);
  });

  it(
    'given rows from before there was a bound, when maintenance runs or the account is erased, then the bound is respected',
    { tags: 'long' },
    async () => {
      await project([everySecond('old')]);
      await pool.query(
        `INSERT INTO occurrence SELECT 0, account_id, calendar_id, event_uid, (start_ms + n * 1e9)::bigint::text, class,
         (start_ms + n * 1e9)::bigint, (end_ms + n * 1e9)::bigint, deleted, managed, changed_ms, start_tzid, end_tzid, wire
       FROM occurrence, generate_series(1, 14) AS n WHERE account_id = $1`,
        [account.accountId],
      );
      await pool.query('UPDATE truncated_series SET shown_from = 0, shown_to = 0 WHERE account_id = $1', [
        account.accountId,
      ]);
      expect(await rowsOf('old')).toBe(15 * bounds.series);
      expect(await refreshTruncated(pool, now)).toBe(1);
      expect(await rowsOf('old')).toBe(bounds.series);
      await inTransaction(pool, (client) => eraseAccount(client, 'app', account.accountId));
      expect(await rowsOf()).toBe(0);
    },
  );

  it('given a truncated series, when days have passed, then maintenance shows it from then on', async () => {
    await project([everyMinute('m')]);
    expect(await refreshTruncated(pool, now)).toBe(0);
    expect(await refreshTruncated(pool, now + 3 * day)).toBe(1);
  });

  it('given a rule that cannot be read, then its event is shown with the reason', async () => {
    await project([repeating('odd', 'FREQ=YEARLY;RSCALE=CHINESE', [`${today}T10:00:00`, `${today}T11:00:00`])]);
    const { truncated } = await read(today, today);
    expect(truncated).toEqual({
      total: 1,
      series: [{ calendar_id: calendarId(), series_identifier: 'odd', reason: 'unsupported_rule' }],
    });
  });

  it('given an account whose records cannot be applied, when a batch contains it, then the others in it are applied', async () => {
    const other = await newAccount(pool);
    const broken = eventOf(account.accountId, calendarId(), 'what PostgreSQL cannot store: \u0000');
    const fine = eventOf(other.accountId, `cal_${other.accountId}`, 'fine');
    await expect(project([broken, fine])).rejects.toThrow();
    const { rowCount } = await pool.query('SELECT FROM occurrence WHERE account_id = $1', [other.accountId]);
    expect(rowCount).toBe(1);
  });
});
