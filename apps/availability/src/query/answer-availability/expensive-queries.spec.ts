import { randomUUID } from 'node:crypto';
import type { AvailabilityQuery, MeetingQuery, SequencedAvailabilityQuery } from '@kalends/contracts';
import { longestTurn } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import {
  at,
  eventOf,
  memberOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  queryOf,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { AnswerAvailabilityHandler } from './answer-availability.handler.js';
import { Calculator } from './calculator.js';

const [start, end] = ['2026-11-23T00:00:00Z', '2026-12-28T00:00:00Z'];
const none = { minimum: 0, maximum: null };

describe('expensive queries', () => {
  let database: AvailabilityDatabase;
  const people: string[] = [];
  const calculator = new Calculator();
  beforeAll(async () => {
    database = await openAvailabilityDatabase();
    for (let n = 0; n < 100; n += 1) people.push(await newPerson(database));
    const recurrence = { rrules: ['FREQ=HOURLY;INTERVAL=3;COUNT=300'], rdates: [], exdates: [] };
    for (const one of people) {
      const event = eventOf(one, 'a', '2026-11-23T00:00:00', '2026-11-23T01:00:00', { series: { recurrence } });
      await database.apply(one, event);
    }
  }, 120_000);
  afterAll(async () => {
    await calculator.close();
    await database.stop();
  });

  const answer = (query: AvailabilityQuery) =>
    new AnswerAvailabilityHandler(database.pool, () => now, 900_000, new BlockCache(), calculator).answer(query);
  const meeting = (members: number, more: Partial<MeetingQuery> = {}): MeetingQuery => ({
    groups: [{ required: null, members: people.slice(0, members).map((sub) => memberOf(sub)) }],
    duration: 1,
    start_interval: 1,
    buffer: { before: none, after: none },
    periods: [{ start: at(start), end: at(end) }],
    ...more,
  });
  const sequence = (meetings: MeetingQuery[], client_id = 'app'): SequencedAvailabilityQuery => ({
    kind: 'sequenced',
    client_id,
    request_id: randomUUID(),
    overlay: { calendars: [], events: [] },
    steps: meetings.map((one, sequence_id) => ({ sequence_id, meeting: one })),
    max_results: 512,
  });
  const staggered = Array.from({ length: 50 }, (_, n) => ({ start: at(start) + n * 1_000, end: at(end) }));
  /** Two grids of starts that never meet, over more time than can be searched. */
  const hopeless = (client?: string) => {
    const exactly = { minimum: 0, maximum: 0 };
    const steps = Array.from({ length: 10 }, (_, n) =>
      meeting(1, {
        buffer: { before: exactly, after: exactly },
        periods: n === 9 ? staggered.map((one) => ({ ...one, start: one.start + 500 })) : staggered,
      }),
    );
    return sequence(steps, client);
  };

  it.each([
    ['ten steps of a hundred people', () => Array.from({ length: 10 }, () => meeting(100))],
    ['ten steps of one in fifty periods', () => Array.from({ length: 10 }, () => meeting(1, { periods: staggered }))],
  ])(
    'given %s, minute by minute, when queried, then they are answered and the event loop is not blocked (FC-27)',
    async (_, meetings) => {
      const { result, ms } = await longestTurn(() => answer(sequence(meetings())));
      expect(result).toMatchObject({ outcome: 'sequences', unknown: [] });
      expect(result).not.toHaveProperty('refused');
      expect((result as { sequences: unknown[] }).sequences).toHaveLength(512);
      expect(ms).toBeLessThan(boundMs(200));
    },
  );

  it('given a query that needs more work than is allowed, when sent, then it is refused in time', async () => {
    const before = performance.now();
    const { result, ms } = await longestTurn(() => answer(hopeless()));
    expect(result).toMatchObject({ refused: 'too-much-work' });
    expect(ms).toBeLessThan(boundMs(200));
    expect(performance.now() - before).toBeLessThan(boundMs(12_000));
  });

  it(
    'given many of them concurrently, when sent, then others are answered meanwhile, and one application waits for its own',
    { tags: 'long' },
    async () => {
      const costly = Array.from({ length: 5 }, () => answer(hopeless()));
      const other = await answer({ ...queryOf([memberOf(people[0]!)], start, end), client_id: 'other' });
      expect(other).toMatchObject({ outcome: 'found', unknown: [] });
      const refusals = (await Promise.all(costly)).map((reply) => 'refused' in reply && reply.refused);
      expect(refusals.toSorted()).toEqual([
        'too-many-at-once',
        'too-many-at-once',
        'too-many-at-once',
        'too-much-work',
        'too-much-work',
      ]);
    },
  );
});
