import { randomBytes } from 'node:crypto';
import type { EventRecord } from '@kalends/contracts';
import type { eventsPage } from '@kalends/public-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  apply,
  eventOf,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { ReadEvents, type ReadRequest } from './read-events.js';
import { readPages } from './read-pages.fixture.js';
import { windowOf, type Window } from './window.js';

type Body = z.infer<typeof eventsPage>;

const mebibyte = 1024 * 1024;
const cursorKey = randomBytes(32);
const first = Date.UTC(2026, 10, 1);
const november = windowOf({ tzid: 'Etc/UTC', from: '2026-11-01', to: '2026-11-30' }, first) as Window;
/** Reaches beyond the horizon. */
const years = windowOf({ tzid: 'Etc/UTC', from: '2026-11-01', to: '2030-10-31' }, first) as Window;

describe('the bytes of a page (HTTP-32)', () => {
  let database: GatewayDatabase;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
  });
  afterAll(() => database.stop());

  /** An event of a provider on a day of November, with so much text. */
  function large(accountId: string, index: number, bytes: number): EventRecord {
    const record = eventOf(accountId, `cal_${accountId}`, `event_${String(index).padStart(3, '0')}`, { revision: 1 });
    const day = String((index % 28) + 1).padStart(2, '0');
    const time = (hour: string) => ({ local: `2026-11-${day}T${hour}:00:00`, tzid: 'Etc/UTC' });
    record.series.master = {
      ...record.series.master!,
      ...{ start: time('10'), end: time('11'), description: 'é'.repeat(bytes / 2) },
    };
    return record;
  }

  async function pagesOf(account: { hash: string }, window: Window, more: Partial<ReadRequest> = {}): Promise<Body[]> {
    const whole = { window, filter: { managed: 'all' as const }, localized: false, userinfo: false, freeBusy: null };
    const events = new ReadEvents(database.pool, 'http://kalends', cursorKey, String);
    return readPages<Body>(events, account.hash, { ...whole, cursor: null, ...more }, cursorKey);
  }

  const bytesOf = ({ events }: Body) => Buffer.byteLength(JSON.stringify(events));

  it.each([
    ['in the horizon', november],
    ['beyond the horizon', years],
  ])('given 80 events of 60 kB %s, when all pages are read, then each has about 1 MiB at most', async (_, window) => {
    const account = await newAccount(database.pool);
    const records = Array.from({ length: 80 }, (_, index) => large(account.accountId, index, 60_000));
    await apply(database.pool, account.accountId, records);
    const pages = await pagesOf(account, window);
    expect(pages.map(bytesOf).filter((bytes) => bytes > mebibyte)).toEqual([]);
    expect(pages).toHaveLength(5);
    const uids = pages.flatMap(({ events }) => events.map(({ event_uid }) => event_uid));
    expect([...uids].sort()).toEqual(records.map(({ event_uid }) => event_uid));
    for (const [index, { pages: numbers }] of pages.entries()) {
      expect(numbers.current).toBe(index + 1);
      expect(numbers.next_page !== undefined).toBe(numbers.current < numbers.total);
    }
  });

  it.each([
    ['in the horizon', november],
    ['beyond the horizon', years],
  ])('given an event of more than a page %s, then it has a page of its own', async (_, window) => {
    const account = await newAccount(database.pool);
    const sizes = [2, 1_500_000, 2, 2];
    const records = sizes.map((bytes, index) => large(account.accountId, index, bytes));
    await apply(database.pool, account.accountId, records);
    const pages = await pagesOf(account, window);
    expect(pages.map(({ events }) => events.length)).toEqual([1, 1, 2]);
  });

  it('given a series among large events, beyond the horizon, then nothing is left out or repeated', async () => {
    const account = await newAccount(database.pool);
    const singles = Array.from({ length: 28 }, (_, index) => large(account.accountId, index, 100_000));
    const daily = large(account.accountId, 900, 50_000);
    daily.series.recurrence = { rrules: ['FREQ=DAILY;COUNT=60'], rdates: [], exdates: [] };
    await apply(database.pool, account.accountId, [...singles, daily]);
    const pages = await pagesOf(account, years);
    expect(pages.map(bytesOf).filter((bytes) => bytes > mebibyte)).toEqual([]);
    const events = pages.flatMap((page) => page.events);
    const starts = events.map(({ start }) => start as string);
    expect(starts).toEqual([...starts].sort());
    expect(new Set(events.map(({ event_uid }) => event_uid)).size).toBe(28 + 60);
    expect(events).toHaveLength(28 + 60);
  });

  it('given large events, when read as free/busy or in another zone, then all are there', async () => {
    const account = await newAccount(database.pool);
    const records = Array.from({ length: 40 }, (_, index) => large(account.accountId, index, 60_000));
    await apply(database.pool, account.accountId, records);
    const tzid = { ...november, tzid: 'Asia/Kathmandu' };
    const zoned = await pagesOf(account, tzid);
    expect(zoned.flatMap(({ events }) => events)).toHaveLength(40);
    const freeBusy = { includeFree: true, includeIds: false };
    const busy = (await pagesOf(account, november, { freeBusy })) as unknown as { free_busy: unknown[] }[];
    expect(busy.flatMap(({ free_busy }) => free_busy)).toHaveLength(40);
  });
});
