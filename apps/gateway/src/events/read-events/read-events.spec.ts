import { randomBytes } from 'node:crypto';
import { roundsOf } from '@kalends/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apply,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  wrongCounts,
  type GatewayDatabase,
  type TestAccount,
} from '../../read-model/gateway-database.fixture.js';
import type { Filter, Position } from './cursor.js';
import { answerOf, boundsOf, compareIn, orderOf, type Instance, type Question } from './oracle.fixture.js';
import { instancesOf, plansAround, recordOf, type Plan } from './random-events.fixture.js';
import { CountCache } from './count-cache.js';
import { readBeyond } from './read-beyond.queries.js';
import { ReadEvents } from './read-events.js';
import { readPages } from './read-pages.fixture.js';
import { pageSize } from './page-sql.js';
import type { Page, ReaderKey } from './page.js';
import { readPage } from './read-events.queries.js';
import { windowOf } from './window.js';

const day = 86_400_000;
/** A share of the rounds of the night. */
const roundsFor = (nightly: number) => roundsOf('KALENDS_READ_ROUNDS', { usual: Math.ceil(nightly / 10), nightly });
const cursorKey = randomBytes(32);
const horizon = { from: Date.UTC(2025, 11, 1), to: Date.UTC(2027, 6, 1) };
const zones = [
  'Etc/UTC',
  'America/New_York',
  'Europe/London',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Asia/Beirut',
];

/** Days on which some of the zones change their clocks, and an ordinary one. */
const centres = [
  Date.UTC(2026, 2, 8),
  Date.UTC(2026, 2, 29),
  Date.UTC(2026, 3, 5),
  Date.UTC(2026, 3, 24),
  Date.UTC(2026, 9, 25),
  Date.UTC(2026, 10, 1),
  Date.UTC(2026, 6, 1),
];

const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');

const questionsAround = (centre: number, spread: number): fc.Arbitrary<Question> =>
  fc
    .record({
      tzid: fc.constantFrom(...zones),
      start: fc.integer({ min: -spread, max: spread }),
      length: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 100 })),
      fromHours: fc.option(fc.integer({ min: 0, max: 23 }), { nil: null }),
      toHours: fc.option(fc.integer({ min: 0, max: 23 }), { nil: null }),
      calendarIds: fc.option(fc.subarray(['cal_a', 'cal_B', 'cal_ab', 'cal_none'], { minLength: 1 }), {
        nil: undefined,
      }),
      types: fc.option(fc.subarray(['default', 'focus_time', 'birthday'], { minLength: 1 }), { nil: undefined }),
      changedSince: fc.option(fc.constant(1_790_000_001_000), { nil: undefined }),
      includeDeleted: fc.boolean(),
      managed: fc.constantFrom('all' as const, 'all' as const, 'only' as const, 'none' as const),
      plain: fc.boolean(),
    })
    .map(({ tzid, start, length, fromHours, toHours, plain, ...filters }) => {
      const first = centre + start * day;
      const bound = (at: number, hours: number | null) =>
        hours === null ? iso(at).slice(0, 10) : iso(at + hours * 3_600_000);
      const window = { tzid, from: bound(first, fromHours), to: bound(first + length * day, toHours) };
      return plain ? { ...window, managed: 'all' as const } : { ...window, ...filters };
    })
    .filter((one) => boundsOf(one).from < boundsOf(one).to);

const windowFor = ({ tzid, from, to }: Question) => {
  const window = windowOf({ tzid, from, to }, horizon.from);
  if ('refusal' in window) throw new Error(`${from} to ${to} in ${tzid} is refused: ${window.refusal}`);
  return window;
};

const filterFor = ({ calendarIds, changedSince, includeDeleted, managed, types }: Question): Filter => ({
  ...(types === undefined ? {} : { eventTypes: types }),
  ...(calendarIds ? { calendarIds } : {}),
  ...(changedSince === undefined ? {} : { changedSince }),
  ...(includeDeleted ? { includeDeleted } : {}),
  managed,
});

const nameOf = (one: Instance) => `${one.calendarId}|${one.uid}|${one.start}|${one.end}`;
function namesOf({ events, places }: Page): string[] {
  const shown = JSON.parse(`[${events}]`) as {
    calendar_id: string;
    event_uid: string;
    series_identifier?: string;
  }[];
  return shown.map((event, index) => {
    const { start, end } = places![index]!;
    const uid = event.series_identifier ?? event.event_uid;
    return `${event.calendar_id}|${uid}|${start}|${end}`;
  });
}
const positionOf = (one: Instance, tzid: string): Position => ({
  start: orderOf(one, tzid),
  calendarId: one.calendarId,
  eventUid: one.uid,
  instance: one.instance,
});

type Reader = (position: Position | null) => Promise<Page>;

async function allPages(read: Reader): Promise<{ count: number | null; names: string[] }> {
  let page = await read(null);
  const { count } = page;
  const names: string[] = [];
  for (;;) {
    names.push(...namesOf(page));
    if (!page.next) return { count, names };
    page = await read(page.next);
  }
}

describe('reading events', () => {
  let database: GatewayDatabase;
  let account: TestAccount;
  let instances: Instance[];

  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, horizon.from, horizon.to);
  });
  afterAll(() => database.stop());

  const counts = new CountCache();
  let runs = 0;
  /** Calendars belong to one account: each run has its own. */
  const ownCalendar = (name: string) => `${name}_${runs}`;

  async function given(drawn: Plan[]) {
    runs += 1;
    const plans = drawn.map((plan) => ({ ...plan, calendarId: ownCalendar(plan.calendarId) }));
    account = await newAccount(database.pool);
    const records = plans.map((plan) => recordOf(plan, account.accountId));
    await apply(database.pool, account.accountId, records);
    instances = plans.flatMap((plan) => instancesOf(plan, horizon.to + 400 * day));
  }

  const withOwnCalendars = (questions: Question[]): Question[] =>
    questions.map(({ calendarIds, ...rest }) =>
      calendarIds ? { ...rest, calendarIds: calendarIds.map(ownCalendar) } : rest,
    );

  const indexed =
    (question: Question): Reader =>
    async (position) => {
      const page = async (placed: boolean, readerKey: ReaderKey = account.hash) =>
        (await readPage(
          database.pool,
          { readerKey, window: windowFor(question), filter: filterFor(question), position, placed },
          counts,
        ))!;
      const placed = await page(true);
      expect(await page(false)).toEqual({ ...placed, places: null });
      const admitted = { accountId: account.accountId, scope: ['read_events', 'create_event'] };
      expect(await page(true, admitted)).toEqual(placed);
      return placed;
    };

  async function expanding(question: Question): Promise<Reader> {
    const { reader } = await indexed(question)(null);
    const request = { readerKey: account.hash, window: windowFor(question), filter: filterFor(question), placed: true };
    return (position) => readBeyond(database.pool, { ...request, reader, position }, counts);
  }

  async function check(question: Question, read: Reader) {
    const expected = answerOf(instances, question).map(nameOf);
    const answer = await allPages(read);
    expect(answer.names).toEqual(expected);
    expect(answer.count).toBe(expected.length);
  }

  const scenario = (spread: number) =>
    fc.constantFrom(...centres).chain((centre) =>
      fc.record({
        plans: plansAround(centre, 60),
        questions: fc.array(questionsAround(centre, spread), { minLength: 3, maxLength: 3 }),
        pick: fc.nat(),
        missing: fc.boolean(),
      }),
    );

  it('given random events within the horizon, when read, then index and expansion both return what a filter and a sort do', async () => {
    const property = fc.asyncProperty(scenario(60), async ({ plans, questions, pick, missing }) => {
      await given(plans);
      for (const question of withOwnCalendars(questions)) {
        await check(question, indexed(question));
        await check(question, await expanding(question));
        const sorted = [...instances].sort(compareIn(question.tzid));
        const chosen = sorted[pick % Math.max(1, sorted.length)];
        if (!chosen) continue;
        const one = missing ? { ...chosen, uid: `${chosen.uid}x` } : chosen;
        const after = answerOf(instances, question).filter((other) => compareIn(question.tzid)(other, one) > 0);
        const expected = after.slice(0, pageSize).map(nameOf);
        const position = positionOf(one, question.tzid);
        expect(namesOf(await indexed(question)(position))).toEqual(expected);
        expect(namesOf(await (await expanding(question))(position))).toEqual(expected);
      }
    });
    await fc.assert(property, { numRuns: roundsFor(60) });
    expect(await wrongCounts(database.pool)).toEqual([]);
  }, 180_000);

  it('given windows that were read, when events change, come and go, then later reads and counts are current', async () => {
    const property = fc.asyncProperty(
      scenario(60),
      fc.array(fc.record({ at: fc.nat(), by: fc.integer({ min: -40, max: 40 }), deleted: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      async ({ plans, questions: [first] }, changes) => {
        await given(plans);
        const { tzid, from, to } = first!;
        const question: Question = { tzid, from, to, managed: 'all' };
        let now = plans.map((plan) => ({ ...plan, calendarId: ownCalendar(plan.calendarId) }));
        for (const [index, { at, by, deleted }] of changes.entries()) {
          await check(question, indexed(question));
          if (now.length === 0) return;
          const one = at % now.length;
          const changed = { ...now[one]!, start: now[one]!.start + by * day, deleted };
          now = now.with(one, changed);
          const record = recordOf(changed, account.accountId);
          await apply(database.pool, account.accountId, [{ ...record, revision: record.revision + index + 1 }]);
          instances = now.flatMap((plan) => instancesOf(plan, horizon.to + 400 * day));
        }
        await check(question, indexed(question));
      },
    );
    await fc.assert(property, { numRuns: roundsFor(40) });
    expect(await wrongCounts(database.pool)).toEqual([]);
  }, 180_000);

  it('given windows at and beyond the edges of the horizon, when read page by page, then nothing is missing or twice, and totals are right (EVT-2)', async () => {
    const events = new ReadEvents(database.pool, 'http://kalends', cursorKey, String);
    const edges = fc.constantFrom(horizon.from, horizon.to).chain((centre) =>
      fc.record({
        plans: plansAround(centre, 60),
        questions: fc.array(questionsAround(centre, 3), { minLength: 4, maxLength: 4 }),
      }),
    );
    const property = fc.asyncProperty(edges, async ({ plans, questions }) => {
      await given(plans);
      for (const question of withOwnCalendars(questions)) {
        const expected = answerOf(instances, question);
        const total = Math.max(1, Math.ceil(expected.length / pageSize));
        const request = {
          window: windowFor(question),
          filter: filterFor(question),
          localized: false,
          userinfo: false,
          freeBusy: null,
          cursor: null,
        };
        const bodies = await readPages<Body>(events, account.hash, request, cursorKey);
        bodies.forEach(({ pages }, index) => {
          expect(pages).toMatchObject({ current: index + 1, total });
          expect(pages.next_page !== undefined).toBe(index + 1 < total);
        });
        const seen = bodies.flatMap((body) =>
          body.events.map(
            (one) =>
              `${one.calendar_id}|${one.series_identifier ?? one.event_uid}|${Date.parse(one.start)}|${Date.parse(one.end)}`,
          ),
        );
        expect(seen).toEqual(expected.map(nameOf));
      }
    });
    await fc.assert(property, { numRuns: roundsFor(30) });
  }, 180_000);
});

interface Body {
  pages: { current: number; total: number; next_page?: string };
  events: { calendar_id: string; event_uid: string; series_identifier?: string; start: string; end: string }[];
}
