import { randomUUID } from 'node:crypto';
import type { HoldQuery, HoldReply } from '@kalends/contracts';
import { roundsOf } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnswerAvailabilityHandler } from '../../query/answer-availability/answer-availability.handler.js';
import { Calculator } from '../../query/answer-availability/calculator.js';
import {
  at,
  calendarOf,
  eventOf,
  memberOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  queryOf,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { HoldTimeHandler } from './hold-time.handler.js';

const staleness = 15 * 60_000;
/** End-to-end tests run fewer rounds; this one calls the handlers directly, where the race is decided. */
const rounds = roundsOf('HOLD_ROUNDS', { usual: 10, nightly: 300 });

type Place = Extract<HoldQuery, { kind: 'place' }>;

describe('holds', () => {
  let database: AvailabilityDatabase;
  let clock: number;
  let ada: string;
  const cache = new BlockCache();
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => {
    clock = now;
    await database.pool.query('DELETE FROM hold');
    ada = await newPerson(database);
  });

  const calculator = new Calculator();
  afterAll(() => calculator.close());

  const request = (query: HoldQuery): Promise<HoldReply> =>
    new HoldTimeHandler(database.pool, () => clock, staleness, cache).hold(query);
  const place = (hold_id: string, more: Partial<Place> = {}) =>
    request({
      kind: 'place',
      client_id: 'app',
      hold_id,
      members: [{ sub: ada, calendar_ids: [`cal_${ada}`] }],
      start: at('2026-11-23T09:00:00Z'),
      end: at('2026-11-23T10:00:00Z'),
      ttl_seconds: 300,
      overlay: { calendars: [], events: [] },
      ...more,
    });
  const key = (hold_id: string) => ({ client_id: 'app', hold_id });
  async function free(): Promise<string[]> {
    const query = queryOf([memberOf(ada)], '2026-11-23T08:00:00Z', '2026-11-23T12:00:00Z');
    const reply = await new AnswerAvailabilityHandler(database.pool, () => clock, staleness, cache, calculator).answer(
      query,
    );
    if (reply.outcome !== 'found') throw new Error(reply.outcome);
    const hour = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    return reply.found.map(({ start, end }) => `${hour(start)}-${hour(end)}`);
  }
  const whole = ['08:00-12:00'];
  const around = ['08:00-09:00', '10:00-12:00'];

  it('given a hold of two people, when a request names only one of them, then it is unknown and stays', async () => {
    const bob = await newPerson(database);
    const members = [ada, bob].map((sub) => ({ sub, calendar_ids: [`cal_${sub}`] }));
    await place('both', { members });
    await place('own', { start: at('2026-11-23T10:00:00Z'), end: at('2026-11-23T11:00:00Z') });
    const pin = { kind: 'pin' as const, calendar_id: `cal_${ada}`, event_uid: 'evt_1' };
    const unknown = { outcome: 'unknown-hold' };
    expect(await request({ kind: 'release', ...key('both'), only_sub: ada })).toEqual(unknown);
    expect(await request({ ...pin, ...key('both'), only_sub: ada })).toEqual(unknown);
    expect(await request({ kind: 'release', ...key('own'), only_sub: bob })).toEqual(unknown);
    expect(await free()).toEqual(['08:00-09:00', '11:00-12:00']);
    expect(await request({ ...pin, ...key('own'), only_sub: ada })).toMatchObject({ outcome: 'held' });
    expect(await request({ kind: 'release', ...key('own'), only_sub: ada })).toEqual({ outcome: 'done' });
    expect(await free()).toEqual(['08:00-09:00', '10:00-12:00']);
  });

  it('given a hold, when availability is queried, then its time is busy until it expires', async () => {
    expect(await place('h')).toMatchObject({ outcome: 'held', repeated: false, hold: { expires_at: now + 300_000 } });
    expect(await free()).toEqual(around);
    clock = now + 299_999;
    expect(await free()).toEqual(around);
    clock = now + 300_000;
    expect(await free()).toEqual(whole);
  });

  it('given a hold, when requested again, then it is the same one, and not another under its id', async () => {
    await place('h');
    expect(await place('h')).toMatchObject({ outcome: 'held', repeated: true });
    expect(await place('h', { end: at('2026-11-23T11:00:00Z') })).toEqual({ outcome: 'different-hold' });
  });

  it('given an application with room for two more holds, when ten are placed at once, then exactly two are; expired ones do not count, and another application has its own (AVL-25)', async () => {
    await database.pool.query(
      `INSERT INTO hold (client_id, hold_id, start_ms, end_ms, expires_ms, members)
       SELECT 'app', 'present-' || n, n, n + 1, $1::bigint + (n > 100)::int, '[]' FROM generate_series(1, 10098) AS n`,
      [now],
    );
    const day = at('2026-11-24T00:00:00Z');
    const times = (n: number) => ({ start: day + n * 60_000, end: day + (n + 1) * 60_000 });
    const persons = await Promise.all(Array.from({ length: 10 }, () => newPerson(database)));
    const members = (sub: string) => [{ sub, calendar_ids: [`cal_${sub}`] }];
    const replies = await Promise.all(
      persons.map((person, n) => place(`new-${n}`, { ...times(n), members: members(person) })),
    );
    expect(replies.filter(({ outcome }) => outcome === 'held')).toHaveLength(2);
    expect(replies.filter(({ outcome }) => outcome !== 'held')).toEqual(
      Array.from({ length: 8 }, () => ({ outcome: 'different-hold', full: 10_000 })),
    );
    const { rowCount } = await database.pool.query('SELECT FROM hold_member');
    expect(rowCount).toBe(2);
    const held = persons.findIndex((_, n) => replies[n]!.outcome === 'held');
    expect(await place(`new-${held}`, { ...times(held), members: members(persons[held]!) })).toMatchObject({
      repeated: true,
    });
    expect(await place('h', { client_id: 'other', ...times(20) })).toMatchObject({ outcome: 'held' });
  });

  it('given a hold that expired, when the id is used again, then it is a new hold', async () => {
    await place('h');
    clock = now + 300_000;
    expect(await place('h', { end: at('2026-11-23T11:00:00Z') })).toMatchObject({ outcome: 'held', repeated: false });
  });

  it('given people who are busy, on hold and unknown, when all are requested, then each is listed with the reason', async () => {
    const [bob, eve, dan] = [await newPerson(database), await newPerson(database), await newPerson(database)];
    await database.apply(ada, eventOf(ada, 'a', '2026-11-23T09:30:00', '2026-11-23T09:45:00'));
    await database.apply(eve, calendarOf(eve, { synced: false }));
    const members = [ada, bob, eve, dan].map((sub) => ({ sub, calendar_ids: [`cal_${sub}`] }));
    await place('other', { members: [members[1]!] });
    expect(await place('h', { members })).toEqual({
      outcome: 'conflict',
      members: [
        { sub: ada, reason: 'busy' },
        { sub: bob, reason: 'held' },
        { sub: eve, reason: 'unknown' },
      ],
    });
    expect(
      await place('touching', {
        members: [members[3]!],
        start: at('2026-11-23T10:00:00Z'),
        end: at('2026-11-23T11:00:00Z'),
      }),
    ).toMatchObject({ outcome: 'held' });
  });

  it('given a write that is still pending, when a hold is placed on its time, then it conflicts', async () => {
    const busy = [{ start: at('2026-11-23T09:00:00Z'), end: at('2026-11-23T09:30:00Z'), tentative: false }];
    const event = { account_id: ada, calendar_id: `cal_${ada}`, event_uid: 'new', revision: null, managed: true, busy };
    expect(await place('h', { overlay: { calendars: [], events: [event] } })).toMatchObject({ outcome: 'conflict' });
  });

  it('given a hold, when it is confirmed or released, then each takes one statement and no surrounding transaction', async () => {
    await place('h');
    const sent: string[] = [];
    const counted = {
      query: (query: { name: string }) => {
        sent.push(query.name);
        return database.pool.query(query as never);
      },
    };
    const handler = new HoldTimeHandler(counted as never, () => clock, staleness, cache);
    await handler.hold({ kind: 'pin', ...key('h'), calendar_id: `cal_${ada}`, event_uid: 'evt_1' });
    await handler.hold({ kind: 'release', ...key('h') });
    expect(sent).toEqual(['pin-hold', 'delete-hold']);
    expect(await free()).toEqual(whole);
  });

  it('given a hold, when released, then its time is free, and it cannot be released twice', async () => {
    await place('h');
    expect(await request({ kind: 'release', ...key('h') })).toEqual({ outcome: 'done' });
    expect(await free()).toEqual(whole);
    expect(await request({ kind: 'release', ...key('h') })).toEqual({ outcome: 'unknown-hold' });
  });

  describe('that are confirmed', () => {
    const pin = () => request({ kind: 'pin', ...key('h'), calendar_id: `cal_${ada}`, event_uid: 'booked' });

    it('given a confirmed hold, when its ttl has passed, then it stays until the event arrives, and no longer', async () => {
      await place('h');
      const times = { start: at('2026-11-23T09:00:00Z'), end: at('2026-11-23T10:00:00Z') };
      expect(await pin()).toMatchObject({ outcome: 'held', hold: { hold_id: 'h', pinned: true, ...times } });
      clock = now + 400_000;
      expect(await free()).toEqual(around);
      const booked = eventOf(ada, 'booked', '2026-11-23T09:00:00', '2026-11-23T09:30:00', { revision: now + 1 });
      await database.apply(ada, booked);
      expect(await free()).toEqual(['08:00-09:00', '09:30-12:00']);
      expect(await request({ kind: 'release', ...key('h') })).toEqual({ outcome: 'unknown-hold' });
    });

    it('given a confirmed hold, when the upsert is refused, when ten minutes pass, or when it has already expired, then it ends', async () => {
      await place('h');
      await pin();
      await request({ kind: 'unpin', ...key('h') });
      expect(await free()).toEqual(whole);
      await place('h');
      await pin();
      clock = now + 600_000;
      expect(await free()).toEqual(whole);
      await place('h');
      clock += 300_000;
      expect(await pin()).toEqual({ outcome: 'expired-hold' });
      expect(await request({ kind: 'pin', ...key('none'), calendar_id: 'c', event_uid: 'e' })).toEqual({
        outcome: 'unknown-hold',
      });
    });
  });

  it('given holds of the parts of a sequence, when its query ignores them, then it is offered, once for each start (SCH-12)', async () => {
    const nine = at('2026-11-23T09:00:00Z');
    const hour = 3_600_000;
    await place('one', { start: nine, end: nine + hour });
    await place('two', { start: nine + hour, end: nine + 2 * hour });
    const single = queryOf([memberOf(ada)], '2026-11-23T09:00:00Z', '2026-11-23T12:00:00Z');
    const meeting = { ...single.meeting, duration: 60, start_interval: 30 };
    const steps = [1, 2].map((sequence_id) => ({ sequence_id, meeting }));
    const { client_id, request_id, overlay } = single;
    const startsOf = async (ignored_hold_ids: string[], one_per_start = true) => {
      const handler = new AnswerAvailabilityHandler(database.pool, () => clock, staleness, cache, calculator);
      const common = { kind: 'sequenced' as const, client_id, request_id, overlay, steps, max_results: 10 };
      const reply = await handler.answer({ ...common, ignored_hold_ids, one_per_start });
      if (reply.outcome !== 'sequences') throw new Error(reply.outcome);
      return reply.sequences.map((parts) => parts.map(({ start }) => (start - nine) / hour).join('+'));
    };
    expect(await startsOf(['one', 'two'])).toEqual(['0+1', '0.5+1.5', '1+2']);
    expect(await startsOf(['one', 'two'], false)).toEqual(['0+1', '0+1.5', '0+2', '0.5+1.5', '0.5+2', '1+2']);
    expect(await startsOf(['one'])).toEqual(['0+2']);
    expect(await startsOf([])).toEqual([]);
  });

  it(`FC-23: given 50 concurrent requests for one slot, when repeated ${rounds} times, then exactly one succeeds each time`, async () => {
    const other = await newPerson(database);
    const base = at('2026-11-24T00:00:00Z');
    const people = [ada, other].map((sub) => ({ sub, calendar_ids: [`cal_${sub}`] }));
    const winners = { 1: 0, wrong: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const slot = { start: base + round * 1_800_000, end: base + (round + 1) * 1_800_000 };
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          place(randomUUID(), { members: index % 2 ? people : [...people].reverse(), ...slot }),
        ),
      );
      const held = replies.filter(({ outcome }) => outcome === 'held').length;
      const conflicts = replies.filter(({ outcome }) => outcome === 'conflict').length;
      if (held === 1 && conflicts === 49) winners[1] += 1;
      else winners.wrong += 1;
    }
    expect(winners).toEqual({ 1: rounds, wrong: 0 });
  }, 600_000);
});
