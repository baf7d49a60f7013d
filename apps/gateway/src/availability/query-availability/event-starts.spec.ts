import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  eventOf,
  newAccountWithCalendar,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { bounds, readStarts, seriesSql } from './event-starts.queries.js';

describe('starts of own events', () => {
  let database: GatewayDatabase;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 3));
  });
  afterAll(() => database.stop());

  it('given a series, when only its beginning is materialised, then each start is read once, tags included (AVL-15)', async () => {
    const { pool } = database;
    const { accountId, calendarId } = await newAccountWithCalendar(pool);
    const record = eventOf(accountId, calendarId, 'daily', { event_id: 'daily' });
    const at = (time: string) => ({ local: `2026-12-01T${time}`, tzid: 'Etc/UTC' });
    record.series.master = {
      ...record.series.master!,
      start: at('09:00:00'),
      end: at('10:00:00'),
      tags: ['visit'],
    };
    record.series.recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    const external = eventOf(accountId, calendarId, 'external');
    await apply(pool, accountId, [
      record,
      { ...external, series: { ...external.series, recurrence: record.series.recurrence } },
    ]);

    const span = { start: Date.UTC(2026, 11, 1), end: Date.UTC(2026, 11, 6) };
    const starts = await readStarts(pool, [accountId], span);
    if (starts === 'too-many') throw new Error(starts);
    expect(starts.map(({ start, tags }) => [start, tags]).sort()).toEqual(
      [1, 2, 3, 4, 5].map((day) => [Date.UTC(2026, 11, day, 9), ['visit']]),
    );
    expect(new Set(starts.map(({ eventId }) => eventId))).toEqual(new Set(['daily']));
  });

  it('given series whose search needs more steps than there are, then there are too many, rather than fewer starts', async () => {
    const { pool } = database;
    const { accountId, calendarId } = await newAccountWithCalendar(pool);
    const series = ['a', 'b'].map((id) => {
      const record = eventOf(accountId, calendarId, id, { event_id: id });
      record.series.recurrence = { rrules: ['FREQ=HOURLY'], rdates: [], exdates: [] };
      return record;
    });
    await apply(pool, accountId, series);
    const span = { start: Date.UTC(2027, 5, 1), end: Date.UTC(2027, 5, 6) };
    const counted = async () => {
      const starts = await readStarts(pool, [accountId], span);
      return starts === 'too-many' ? starts : starts.length;
    };
    expect(await counted()).toBe(2 * 5 * 24);
    const before = bounds.steps;
    bounds.steps = 100;
    try {
      expect(await counted()).toBe('too-many');
    } finally {
      bounds.steps = before;
    }
  });

  it('given 2,000 single events and one series, when series are read, then the single events are not', async () => {
    const { pool } = database;
    const { accountId, calendarId } = await newAccountWithCalendar(pool);
    const weekly = eventOf(accountId, calendarId, 'weekly', { event_id: 'weekly' });
    weekly.series.recurrence = { rrules: ['FREQ=WEEKLY'], rdates: [], exdates: [] };
    const singles = Array.from({ length: 2_000 }, (_, n) => eventOf(accountId, calendarId, `single${n}`, { event_id: `single${n}` })); // prettier-ignore
    await apply(pool, accountId, [weekly, ...singles]);
    await pool.query('ANALYZE event_state');
    const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${seriesSql}`, [
      [accountId],
    ]);
    const removed = [...JSON.stringify(rows).matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, n]) => Number(n));
    expect(JSON.stringify(rows)).toContain('event_state_account_idx');
    expect(removed.every((n) => n < 100)).toBe(true);
  });
});
