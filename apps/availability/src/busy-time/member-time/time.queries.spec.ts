import { rowsRead } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now, openAvailabilityDatabase, type AvailabilityDatabase } from '../../availability-database.fixture.js';
import { blockOf } from '../blocks.js';
import { nothing, readTime } from './time.queries.js';

const people = 10_000;
const day = 86_400_000;

describe("reading people's time", () => {
  let database: AvailabilityDatabase;
  beforeAll(async () => {
    database = await openAvailabilityDatabase();
    const inserts = [
      `INSERT INTO profile (profile_id, account_id, revision, deleted, provider_name, connected, initial_sync, last_sync)
       SELECT 'pro_' || md5(n::text), 'acc_' || n, 1, false, 'google', true, 'done', $2::bigint
       FROM generate_series(1, $1::int) AS n`,
      `INSERT INTO calendar (calendar_id, account_id, profile_id, revision, deleted, synced, freshness)
       SELECT 'cal_' || n, 'acc_' || n, 'pro_' || md5(n::text), 1, false, $2::bigint > 0, 'fresh'
       FROM generate_series(1, $1::int) AS n`,
    ];
    for (const insert of inserts) await database.pool.query(insert, [people, now]);
    await database.pool.query('ANALYZE');
  });
  afterAll(() => database.stop());

  it.each(['profile', 'calendar'])(
    'given many people, when the time of ten is read, then each reads a few rows of %s',
    async (table) => {
      const numbers = Array.from({ length: 10 }, (_, index) => 1 + index * 900);
      const calendarIds = numbers.map((number) => `cal_${number}`);
      const request = {
        calendarIds,
        requested: calendarIds.map((calendar_id) => ({ calendar_id, block: blockOf(now), known: nothing })),
        written: [],
        subs: numbers.map((number) => `acc_${number}`),
        everywhere: numbers.map((number) => `acc_${number}`),
        span: { start: now, end: now + day },
        freshness: { now, maxStaleness: day },
        ignoredHolds: { client_id: '', hold_ids: [] },
      };
      // a statement that is used often gets a plan for all parameters
      for (let use = 0; use < 6; use += 1) await readTime(database.pool, request);
      const before = await rowsRead(database.pool, `availability.${table}`);
      const time = await readTime(database.pool, request);
      expect(time.reasons).toBeNull();
      expect((await rowsRead(database.pool, `availability.${table}`)) - before).toBeLessThan(10 * numbers.length);
    },
  );
});
