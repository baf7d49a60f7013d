import type { CalendarStateRecord } from '@kalends/contracts';
import { Unhandled, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  calendarOf,
  eventOf,
  openAvailabilityDatabase,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { lockAccount } from '../locks.js';
import { ProjectCalendarsHandler } from './project-calendars.handler.js';

let database: AvailabilityDatabase;
beforeAll(async () => void (database = await openAvailabilityDatabase()));
afterAll(() => database.stop());

const delivered = (records: readonly CalendarStateRecord[], alone = false) =>
  records.map((body) => ({ body, context: { alone } })) as unknown as Delivered<CalendarStateRecord>[];
const busy = async () =>
  (
    await database.pool.query<{ calendar_id: string }>('SELECT DISTINCT calendar_id FROM busy_block ORDER BY 1')
  ).rows.map(({ calendar_id }) => calendar_id);
const meeting = (accountId: string) => eventOf(accountId, 'one', '2026-11-20T15:00:00', '2026-11-20T16:00:00');

it('given an account that another session has locked, when a batch arrives, then the others are applied, and it follows when redelivered', async () => {
  const handler = new ProjectCalendarsHandler(database.pool);
  const slow = [calendarOf('slow'), meeting('slow')];
  await inTransaction(database.pool, async (holder) => {
    await lockAccount(holder, 'slow');
    const leftBehind = await handler.project(delivered([...slow, calendarOf('quick'), meeting('quick')]));
    expect(leftBehind).toEqual(new Unhandled(new Set(['slow'])));
    expect(await busy()).toEqual(['cal_quick']);
  });
  for (const record of slow) await handler.project(delivered([record], true));
  expect(await busy()).toEqual(['cal_quick', 'cal_slow']);
});
