import { randomBytes } from 'node:crypto';
import { toIso } from '@kalends/icalendar';
import { createPool } from '@kalends/postgres';
import { rowsRead } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  eventOf,
  newAccountWithCalendar,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { decodeCursor } from './cursor.js';
import { ReadEvents } from './read-events.js';
import { jsonOf } from './read-pages.fixture.js';
import { allTime, windowOf, type Window } from './window.js';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 20);
const singles = 2_000;
const series = 50;
const cursorKey = randomBytes(32);

interface Body {
  pages: { next_page?: string; total: number };
  events: unknown[];
}

describe('cost of reading managed events of all time', () => {
  let database: GatewayDatabase;
  let pool: Pool;
  let hash: string;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, now - 100 * day, now + 300 * day);
    const account = await newAccountWithCalendar(database.pool);
    hash = account.hash;
    const records = Array.from({ length: singles + series }, (_, n) => {
      const record = eventOf(account.accountId, account.calendarId, `evt_${n}`, { event_id: `event-${n}` });
      const date = toIso(now + (((n * 389) % 1_825) - 912) * day).slice(0, 10);
      const at = (time: string) => ({ local: `${date}T${time}`, tzid: 'Etc/UTC' });
      record.series.master = { ...record.series.master!, start: at('09:00:00'), end: at('10:00:00') };
      if (n >= singles) record.series.recurrence = { rrules: ['FREQ=WEEKLY;COUNT=52'], rdates: [], exdates: [] };
      return record;
    });
    await apply(database.pool, account.accountId, records);
    await database.pool.query('ANALYZE');
    pool = createPool({ url: database.url, schema: 'gateway', max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  /** Rows of events and of series that each page reads: the first, and one in the middle. */
  async function costsOf(window: Window, middle: number) {
    const events = new ReadEvents(pool, 'http://kalends', cursorKey, String);
    const filter = { managed: 'only' as const };
    const request = { window, filter, localized: false, userinfo: false, freeBusy: null, cursor: null };
    const rows = async () => [await rowsRead(pool, 'gateway.occurrence'), await rowsRead(pool, 'gateway.event_state')];
    const measured = async (one: Parameters<ReadEvents['read']>[1]) => {
      const before = await rows();
      const body = JSON.parse(jsonOf(await events.read(hash, one, true))) as Body;
      const after = await rows();
      return { body, read: { events: after[0]! - before[0]!, series: after[1]! - before[1]! } };
    };
    const pages = [await measured(request)];
    for (let page = 2; page <= middle; page += 1) {
      const cursor = decodeCursor(pages.at(-1)!.body.pages.next_page!.split('/').at(-1)!, cursorKey)!;
      pages.push(await measured({ ...cursor, cursor }));
    }
    return { total: pages[0]!.body.pages.total, first: pages[0]!.read, later: pages.at(-1)!.read };
  }

  it('given thousands of events over five years, when a page is read, then each reads the series once, the first counts the events, and later ones read about a page (EVT-21)', async () => {
    const whole = await costsOf(allTime('Etc/UTC', now), 23);
    const usual = await costsOf(windowOf({ tzid: 'Etc/UTC' }, now) as Window, 3);
    expect(whole.total).toBe((singles + series * 52) / 100);
    // twice: a page of the materialised time first, as for every read
    expect(whole.later.events).toBeLessThanOrEqual(2 * 101);
    expect(whole.first.events).toBeLessThanOrEqual(2 * (usual.first.events + 101));
    for (const read of [whole.first, whole.later]) expect(read.series).toBeLessThan(2 * series);
    expect([usual.later.events, usual.later.series]).toEqual([101, 0]);
  });
});
