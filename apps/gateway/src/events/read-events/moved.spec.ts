import { randomBytes } from 'node:crypto';
import type { EventRecord } from '@kalends/contracts';
import { roundsOf } from '@kalends/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteFormerPlaces } from '../../read-model/former-places.js';
import {
  apply,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
  type TestAccount,
} from '../../read-model/gateway-database.fixture.js';
import type { Filter } from './cursor.js';
import { answerOf, compareIn, type Instance, type Question } from './oracle.fixture.js';
import { instancesOf, recordOf, type Plan } from './random-events.fixture.js';
import { ReadEvents, type ReadRequest } from './read-events.js';
import { readPages } from './read-pages.fixture.js';
import { windowOf } from './window.js';

/** A share of the rounds of the night. */
const roundsFor = (nightly: number) => roundsOf('KALENDS_READ_ROUNDS', { usual: Math.ceil(nightly / 3), nightly });

const [hour, day] = [3_600_000, 86_400_000];
const centre = Date.UTC(2026, 2, 8);
const horizon = { from: Date.UTC(2025, 11, 1), to: Date.UTC(2027, 6, 1) };
const cursorKey = randomBytes(32);

interface Shown {
  event_uid: string;
  series_identifier?: string;
  start: string;
  google_event_id?: string;
}
interface Body {
  pages: { total: number; next_page?: string };
  events: Shown[];
}

/** The time and state of an event during a period. */
type Placement = Pick<Plan, 'allDay' | 'start' | 'length' | 'deleted'>;

const stay: fc.Arbitrary<Placement> = fc
  .record({
    allDay: fc.boolean(),
    days: fc.integer({ min: -4, max: 4 }),
    hours: fc.constantFrom(0, 0, 23),
    length: fc.constantFrom(1, 24, 25, 24 * 8),
    deleted: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  })
  .map(({ allDay, days, hours, length, deleted }) => ({
    allDay,
    start: centre + days * day + (allDay ? 0 : hours * hour),
    length: allDay ? Math.ceil(length / 24) * day : length * hour,
    deleted,
  }));

const question = fc
  .record({
    tzid: fc.constantFrom('Etc/UTC', 'America/New_York', 'Pacific/Kiritimati'),
    first: fc.integer({ min: -5, max: 12 }),
    days: fc.integer({ min: 0, max: 3 }),
    includeDeleted: fc.boolean(),
  })
  .map(({ tzid, first, days, includeDeleted }): Question => {
    const date = (at: number) => new Date(centre + at * day).toISOString().slice(0, 10);
    return { tzid, from: date(first), to: date(first + days), includeDeleted, managed: 'all' };
  });

describe('reading what has moved', () => {
  let database: GatewayDatabase;
  let account: TestAccount;
  let revision = 0;

  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, horizon.from, horizon.to);
  });
  afterAll(() => database.stop());

  const planOf = (uid: string, one: Placement): Plan => ({
    ...one,
    uid,
    type: 'default',
    calendarId: `cal_${account.accountId}`,
    managed: false,
    changed: 1_790_000_000_000,
    series: null,
  });
  const nextRecord = (plan: Plan): EventRecord => ({ ...recordOf(plan, account.accountId), revision: ++revision });
  const applyPlans = (...plans: Plan[]) => apply(database.pool, account.accountId, plans.map(nextRecord));

  async function read(query: Question, filter: Filter, more: Partial<ReadRequest> = {}): Promise<Body[]> {
    const events = new ReadEvents(database.pool, 'http://kalends', cursorKey, String);
    const window = windowOf(query, horizon.from);
    if ('refusal' in window) throw new Error(window.refusal);
    const request = { window, filter, localized: false, userinfo: false, freeBusy: null, cursor: null, ...more };
    return readPages<Body>(events, account.hash, request, cursorKey);
  }
  const uids = (pages: Body[]) => pages.flatMap(({ events }) => events.map(({ event_uid }) => event_uid));

  it('given events that moved about, when read with moved ones, then each that ever was in the window is returned, with its current time', async () => {
    const scenario = fc.record({
      stays: fc.array(fc.array(stay, { minLength: 1, maxLength: 4 }), { maxLength: 12, size: 'max' }),
      questions: fc.array(question, { minLength: 4, maxLength: 4 }),
    });
    const property = fc.asyncProperty(scenario, async ({ stays, questions }) => {
      account = await newAccount(database.pool);
      const plans = stays.map((list, index) => list.map((one) => planOf(`evt_${index}`, one)));
      for (let step = 0; step < 4; step += 1) await applyPlans(...plans.flatMap((list) => list[step] ?? []));
      for (const query of questions) {
        const wasIn = ({ calendarId: _in, ...place }: Instance) =>
          answerOf([{ ...place, calendarId: '' }], { ...query, includeDeleted: true }).length > 0;
        const expected = plans
          .filter((list) => list.flatMap((plan) => instancesOf(plan, horizon.to)).some(wasIn))
          .flatMap((list) => instancesOf(list.at(-1)!, horizon.to))
          .filter(({ deleted }) => query.includeDeleted || !deleted)
          .sort(compareIn(query.tzid));
        const filter = {
          managed: 'all' as const,
          includeMoved: true,
          includeDeleted: query.includeDeleted ?? false,
        };
        expect(uids(await read(query, filter))).toEqual(expected.map(({ uid }) => uid));
      }
    });
    await fc.assert(property, { numRuns: roundsFor(60) });
  }, 180_000);

  it('given more than a page of events that left the window, when read page by page, then each is returned once, and totals are right', async () => {
    account = await newAccount(database.pool);
    const at = (days: number) => ({ allDay: false, start: centre + days * day, length: hour, deleted: false });
    const plans = (days: number) => Array.from({ length: 230 }, (_, index) => planOf(`evt_${1000 + index}`, at(days)));
    await applyPlans(...plans(0));
    await applyPlans(...plans(9));
    const query = { tzid: 'Etc/UTC', from: '2026-03-08', to: '2026-03-08', managed: 'all' as const };
    const pages = await read(query, { managed: 'all', includeMoved: true });
    expect(pages.map(({ pages: { total } }) => total)).toEqual([3, 3, 3]);
    expect(uids(pages)).toEqual(plans(9).map(({ uid }) => uid));
    expect(uids(await read(query, { managed: 'all' }))).toEqual([]);
  });

  it.each([
    ['within the materialised horizon', '2026-03-20'],
    ['beyond the materialised horizon', '2029-03-20'],
    ['before the materialised horizon', '2024-03-20'],
  ])(
    'given an instance of a series that moved out, to a day %s, when read with moved ones, then it is returned with its current time',
    async (_, to) => {
      account = await newAccount(database.pool);
      const series = { step: 1, count: 3, moved: null, cancelled: null, removed: null };
      const plan = { ...planOf('evt_daily', { allDay: false, start: centre, length: hour, deleted: false }), series };
      await applyPlans(plan);
      const moved = nextRecord({ ...plan, series: { ...series, moved: 1 } });
      moved.series.overrides[0]!.change = {
        start: { local: `${to}T09:00:00`, tzid: 'Etc/UTC' },
        end: { local: `${to}T10:00:00`, tzid: 'Etc/UTC' },
      };
      await apply(database.pool, account.accountId, [moved]);
      const query = { tzid: 'Etc/UTC', from: '2026-03-09', to: '2026-03-09', managed: 'all' as const };
      const [page] = await read(query, { managed: 'all', includeMoved: true });
      expect(page!.events.map(({ series_identifier, start }) => [series_identifier, start])).toEqual([
        ['evt_daily', `${to}T09:00:00Z`],
      ]);
      const there = { tzid: 'Etc/UTC', from: to, to, managed: 'all' as const };
      const [seen] = await read(there, { managed: 'all', includeMoved: true });
      expect(seen!.events.map(({ start }) => start)).toEqual([`${to}T09:00:00Z`]);
    },
  );

  it('given a series whose later instances moved far away together, when read with moved ones, then each is returned with its current time', async () => {
    account = await newAccount(database.pool);
    const series = { step: 1, count: 3, moved: null, cancelled: null, removed: null };
    const plan = { ...planOf('evt_onward', { allDay: false, start: centre, length: hour, deleted: false }), series };
    await applyPlans(plan);
    const moved = nextRecord({ ...plan, series: { ...series, moved: 1 } });
    Object.assign(moved.series.overrides[0]!, {
      range: 'THISANDFUTURE',
      change: {
        start: { local: '2029-03-20T09:00:00', tzid: 'Etc/UTC' },
        end: { local: '2029-03-20T10:00:00', tzid: 'Etc/UTC' },
      },
    });
    await apply(database.pool, account.accountId, [moved]);
    const query = { tzid: 'Etc/UTC', from: '2026-03-08', to: '2026-03-10', managed: 'all' as const };
    const [page] = await read(query, { managed: 'all', includeMoved: true });
    expect(page!.events.map(({ start }) => start.slice(0, 10))).toEqual(['2026-03-08', '2029-03-20', '2029-03-21']);
  });

  it('given a place left long ago, when old places are deleted, then it is no longer returned', async () => {
    account = await newAccount(database.pool);
    const at = (days: number) =>
      planOf('evt_old', { allDay: true, start: centre + days * day, length: day, deleted: false });
    await applyPlans(at(0));
    await applyPlans(at(9));
    const query = { tzid: 'Etc/UTC', from: '2026-03-08', to: '2026-03-08', managed: 'all' as const };
    const readMoved = async () => uids(await read(query, { managed: 'all', includeMoved: true }));
    await deleteFormerPlaces(database.pool, centre + day);
    expect(await readMoved()).toEqual(['evt_old']);
    await deleteFormerPlaces(database.pool, centre + day + 1);
    expect(await readMoved()).toEqual([]);
  });

  it('given events at Google and elsewhere, when their ids are requested, then those at Google have them, instances as Google names them', async () => {
    account = await newAccount(database.pool);
    const at = (uid: string, hours: number) =>
      planOf(uid, { allDay: false, start: centre + hours * hour, length: hour, deleted: false });
    const daily = { step: 1, count: 2, moved: null, cancelled: null, removed: null };
    const google = (plan: Plan, id: string) => ({ ...nextRecord(plan), google_event_id: id });
    const records = [
      google(at('evt_single', 0), 'abc123'),
      google({ ...at('evt_series', 1), series: daily }, 'def456'),
      google({ ...at('evt_days', 0), start: centre, allDay: true, length: day, series: daily }, 'ghi789'),
      nextRecord(at('evt_caldav', 2)),
    ];
    await apply(database.pool, account.accountId, records);
    const query = { tzid: 'Europe/Berlin', from: '2026-03-08', to: '2026-03-09', managed: 'all' as const };
    const idsOf = (pages: Body[]) =>
      Object.fromEntries(pages.flatMap(({ events }) => events.map((one) => [one.event_uid, one.google_event_id])));
    expect(idsOf(await read(query, { managed: 'all' }, { googleIds: true }))).toEqual({
      evt_single: 'abc123',
      evt_series_20260308T010000Z: 'def456_20260308T010000Z',
      evt_series_20260309T010000Z: 'def456_20260309T010000Z',
      evt_days_20260308: 'ghi789_20260308',
      evt_days_20260309: 'ghi789_20260309',
      evt_caldav: undefined,
    });
    expect(Object.values(idsOf(await read(query, { managed: 'all' })))).toEqual(Array(6).fill(undefined));
  });
});
