import { randomBytes } from 'node:crypto';
import { type ProfileRecord } from '@kalends/contracts';
import { eventsPage } from '@kalends/public-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  apply,
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
  type TestAccount,
} from '../../read-model/gateway-database.fixture.js';
import { decodeCursor } from './cursor.js';
import { ReadEvents, type ReadRequest } from './read-events.js';
import { jsonOf } from './read-pages.fixture.js';
import { windowOf, type Window } from './window.js';

const hour = 3_600_000;
const first = Date.UTC(2026, 10, 1);
const cursorKey = randomBytes(32);
const window = windowOf({ tzid: 'Europe/London', from: '2026-11-01', to: '2026-12-31' }, first) as Window;

type Body = z.infer<typeof eventsPage>;

describe('pages of events', () => {
  let database: GatewayDatabase;
  let account: TestAccount;
  let revision = 0;

  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
  });
  afterAll(() => database.stop());

  function at(uid: string, hours: number, deleted = false) {
    const record = eventOf(account.accountId, `cal_${account.accountId}`, uid, { revision: ++revision, deleted });
    const time = (ms: number) => ({ local: new Date(ms).toISOString().slice(0, 19), tzid: 'Etc/UTC' });
    record.series.master = {
      ...record.series.master!,
      start: time(first + hours * hour),
      end: time(first + (hours + 1) * hour),
    };
    return record;
  }

  const reads = () => new ReadEvents(database.pool, 'http://kalends', cursorKey, String);
  async function read(request: Partial<ReadRequest>): Promise<Body> {
    const whole = {
      window,
      filter: { managed: 'all' as const },
      localized: false,
      userinfo: false,
      freeBusy: null,
      cursor: null,
      ...request,
    };
    return eventsPage.parse(JSON.parse(jsonOf(await reads().read(account.hash, whole, true))));
  }
  const following = ({ pages }: Body) => {
    const cursor = decodeCursor(pages.next_page!.split('/').at(-1)!, cursorKey)!;
    return read({ ...cursor, cursor });
  };

  it('given events that are added, moved and deleted between pages, when all pages are read, then unchanged ones appear once (HTTP-10)', async () => {
    const change = fc.record({
      name: fc.integer({ min: 0, max: 250 }),
      hours: fc.integer({ min: 0, max: 900 }),
      deleted: fc.boolean(),
    });
    const property = fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 150, size: 'max' }), { maxLength: 8 }),
      async (rounds) => {
        account = await newAccount(database.pool);
        const steady = Array.from({ length: 310 }, (_, index) => at(`steady_${index}`, Math.floor(index / 4) * 10));
        await apply(database.pool, account.accountId, [
          ...steady,
          ...Array.from({ length: 200 }, (_, index) => at(`churn_${index}`, index * 4)),
        ]);
        const seen: string[] = [];
        let body = await read({});
        for (let page = 0; ; page += 1) {
          const { current, total, next_page } = body.pages;
          expect(current).toBe(page + 1);
          expect(next_page !== undefined).toBe(current < total);
          expect(next_page ?? '').not.toContain('?');
          seen.push(...body.events.map(({ event_uid }) => event_uid).filter((uid) => uid.startsWith('steady')));
          if (!next_page) break;
          const changes = (rounds[page] ?? []).map(({ name, hours, deleted }) => at(`churn_${name}`, hours, deleted));
          await apply(database.pool, account.accountId, changes);
          body = await following(body);
        }
        expect([...seen].sort()).toEqual(steady.map(({ event_uid }) => event_uid).sort());
      },
    );
    await fc.assert(property, { numRuns: 15 });
  }, 120_000);

  it.each([
    ['Etc/UTC', false],
    ['Asia/Kathmandu', false],
    ['Etc/UTC', true],
  ])(
    'given texts that contain the separators between events, when read in %s (localized: %s), then they are unchanged',
    async (tzid, localized) => {
      account = await newAccount(database.pool);
      const text = '",\n{"start":"2026-11-01T00:00:00Z","end":",\\n\u2028é😀';
      const records = Array.from({ length: 230 }, (_, index) => at(`event_${index}`, index));
      for (const { series } of records) series.master = { ...series.master!, summary: text, description: `${text}\n` };
      await apply(database.pool, account.accountId, records);
      const bodies = [await read({ localized, window: { ...window, tzid } })];
      while (bodies.at(-1)!.pages.next_page) bodies.push(await following(bodies.at(-1)!));
      const events = bodies.flatMap((body) => body.events);
      expect(events.map(({ event_uid }) => event_uid)).toEqual(records.map(({ event_uid }) => event_uid));
      expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set([text]));
      expect(new Set(events.map(({ description }) => description))).toEqual(new Set([`${text}\n`]));
    },
  );

  it.each([
    ['at midnight UTC', 'Etc/UTC', '2026-11-11'],
    ['at midnight elsewhere', 'America/New_York', '2026-11-11'],
    ['at noon', 'Etc/UTC', '2026-11-11T12:00:00Z'],
  ])(
    'given more events than a page that reach into a window that begins %s, when read, then all are counted',
    async (_, tzid, from) => {
      account = await newAccount(database.pool);
      const begin = 10 * 24;
      const reaching = Array.from({ length: 230 }, (_each, index) => {
        const record = at(`long_${index}`, begin - 1 - (index % 90) / 10);
        const end = { local: '2026-11-11T23:00:00', tzid: 'Etc/UTC' };
        return { ...record, series: { ...record.series, master: { ...record.series.master!, end } } };
      });
      const within = Array.from({ length: 120 }, (_each, index) => at(`short_${index}`, begin + 18 + index));
      await apply(database.pool, account.accountId, [...reaching, ...within]);
      const readWindow = windowOf({ tzid, from, to: '2026-11-30' }, first) as Window;
      let body = await read({ window: readWindow });
      const seen = [...body.events];
      expect(body.pages.total).toBe(4);
      while (body.pages.next_page) {
        body = await following(body);
        expect(body.pages.total).toBe(4);
        seen.push(...body.events);
      }
      expect(new Set(seen.map(({ event_uid }) => event_uid)).size).toBe(350);
    },
  );

  it('given a cursor of one account, when another one sends it, then it is foreign', async () => {
    account = await newAccount(database.pool);
    await apply(
      database.pool,
      account.accountId,
      Array.from({ length: 101 }, (_, index) => at(`e_${index}`, index)),
    );
    const cursor = decodeCursor((await read({})).pages.next_page!.split('/').at(-1)!, cursorKey)!;
    const other = await newAccount(database.pool);
    expect(await reads().read(other.hash, { ...cursor, cursor }, true)).toBe('foreign-cursor');
  });

  it('given an altered cursor, or one with another key, when decoded, then it is null', async () => {
    account = await newAccount(database.pool);
    await apply(
      database.pool,
      account.accountId,
      Array.from({ length: 101 }, (_, index) => at(`e_${index}`, index)),
    );
    const encoded = (await read({})).pages.next_page!.split('/').at(-1)!;
    const [text, mac] = encoded.split('.') as [string, string];
    const forged = Buffer.from(Buffer.from(text, 'base64url').toString().replace(account.accountId, 'acc_x')).toString(
      'base64url',
    );
    expect([`${forged}.${mac}`, text, `${text}.`, `.${mac}`].map((one) => decodeCursor(one, cursorKey))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(decodeCursor(encoded, randomBytes(32))).toBeNull();
  });

  it('given include_userinfo, when read, then every page includes the user', async () => {
    account = await newAccount(database.pool);
    const profile: ProfileRecord = {
      kind: 'profile',
      account_id: account.accountId,
      profile_id: `pro_${account.accountId}`,
      provider_name: 'kalends',
      profile_name: 'Mine',
      connected: true,
      initial_sync: 'done',
      calendar_ids: [`cal_${account.accountId}`],
      revision: 1,
      deleted: false,
    };
    const calendar = calendarOf(account.accountId, `cal_${account.accountId}`);
    const events = Array.from({ length: 101 }, (_, index) => at(`e_${index}`, index));
    await apply(database.pool, account.accountId, [profile, calendar, ...events]);
    const one = await read({ userinfo: true });
    const two = await following(one);
    for (const body of [one, two]) {
      expect(body.userinfo).toMatchObject({ sub: account.accountId, zoneinfo: 'Etc/UTC' });
      expect(body.userinfo!['cronofy.data'].profiles[0]!.profile_calendars).toHaveLength(1);
    }
    expect((await read({})).userinfo).toBeUndefined();
  });
});
