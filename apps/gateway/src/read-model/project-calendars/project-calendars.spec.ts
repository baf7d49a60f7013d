import type { CalendarStateRecord } from '@kalends/contracts';
import { Unhandled, type Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { metrics } from '@kalends/service-runtime';
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
    handler = new ProjectCalendarsHandler(database.pool, () => 60_000);
  });
  afterAll(() => database.stop());

  const delivered = (records: readonly CalendarStateRecord[], alone = false, headers = {}) =>
    records.map((body) => ({
      body,
      context: { alone, headers, lane: body.account_id },
    })) as unknown as Delivered<CalendarStateRecord>[];
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
      expect(await handler.project(delivered(batch))).toEqual(new Unhandled(new Set([slow.accountId])));
      expect(await shown(quick.accountId)).toEqual(['event 1']);
      alone.push(handler.project(delivered(recordsOf(slow.accountId, 1), true)));
      await waitUntil(async () => (await database.pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 1);
      expect(await handler.project(delivered(recordsOf(quick.accountId, 2)))).toBeUndefined();
      expect([await shown(slow.accountId), await shown(quick.accountId)]).toEqual([[], ['event 1', 'event 2']]);
    });
    await Promise.all(alone);
    expect(await shown(slow.accountId)).toEqual(['event 1']);
  });

  it('given the record after a notified sync, when it is projected, then the time since the notification is measured', async () => {
    const [busy, free] = [await newAccount(database.pool), await newAccount(database.pool)];
    const measured = async () => {
      const { values } = await metrics.pushToVisible.get();
      const valueOf = (suffix: string) =>
        values.find(({ metricName }) => metricName === `kalends_push_to_visible_seconds_${suffix}`)?.value ?? 0;
      return { count: valueOf('count'), sum: valueOf('sum') };
    };
    metrics.pushToVisible.reset();
    const headers = { 'notified-at': '58500' };
    await handler.project(delivered(recordsOf(busy.accountId, 1)));
    expect((await measured()).count).toBe(0);
    await inTransaction(database.pool, async (holder) => {
      await lockAccount(holder, busy.accountId);
      await handler.project(delivered([calendarOf(busy.accountId, 'cal_new')], false, headers));
      expect((await measured()).count, 'not yet visible').toBe(0);
    });
    await handler.project(delivered([calendarOf(free.accountId, 'cal_of_free')], false, headers));
    expect(await measured()).toEqual({ count: 1, sum: 1.5 });
  });
});
