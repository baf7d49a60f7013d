import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  eventOf,
  newAccountWithCalendar,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { readStarts } from './event-starts.queries.js';

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
    expect(starts.map(({ start, tags }) => [start, tags]).sort()).toEqual(
      [1, 2, 3, 4, 5].map((day) => [Date.UTC(2026, 11, day, 9), ['visit']]),
    );
    expect(new Set(starts.map(({ eventId }) => eventId))).toEqual(new Set(['daily']));
  });
});
