import type { CalendarStateRecord } from '@kalends/contracts';
import { LeftBehind, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockAccount } from '../account-locks.js';
import {
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../gateway-database.fixture.js';
import { ProjectCalendarsHandler } from './project-calendars.handler.js';

describe('projecting records of the state topic', () => {
  let database: GatewayDatabase;
  let handler: ProjectCalendarsHandler;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
    handler = new ProjectCalendarsHandler(database.pool);
  });
  afterAll(() => database.stop());

  const delivered = (records: readonly CalendarStateRecord[], alone = false) =>
    records.map((body) => ({ body, context: { alone } })) as unknown as Delivered<CalendarStateRecord>[];
  const shown = async (accountId: string) =>
    (
      await database.pool.query<{ event_uid: string }>(
        'SELECT event_uid FROM occurrence WHERE account_id = $1 AND NOT deleted ORDER BY 1',
        [accountId],
      )
    ).rows.map(({ event_uid }) => event_uid);
  const recordsOf = (accountId: string, revision: number) => [
    calendarOf(accountId, `cal_${accountId}`),
    eventOf(accountId, `cal_${accountId}`, `event ${revision}`, { revision }),
  ];

  it('given a locked account, when a batch arrives, then the others are shown, and that account once it is unlocked', async () => {
    const [slow, quick] = [await newAccount(database.pool), await newAccount(database.pool)];
    const alone: Promise<unknown>[] = [];
    await inTransaction(database.pool, async (holder) => {
      await lockAccount(holder, slow.accountId);
      const batch = [...recordsOf(slow.accountId, 1), ...recordsOf(quick.accountId, 1)];
      expect(await handler.project(delivered(batch))).toEqual(new LeftBehind(new Set([slow.accountId])));
      expect(await shown(quick.accountId)).toEqual(['event 1']);
      alone.push(handler.project(delivered(recordsOf(slow.accountId, 1), true)));
      await waitUntil(async () => (await database.pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 1);
      expect(await handler.project(delivered(recordsOf(quick.accountId, 2)))).toBeUndefined();
      expect([await shown(slow.accountId), await shown(quick.accountId)]).toEqual([[], ['event 1', 'event 2']]);
    });
    await Promise.all(alone);
    expect(await shown(slow.accountId)).toEqual(['event 1']);
  });
});
