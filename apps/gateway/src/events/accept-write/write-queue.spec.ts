import type { EventRecord, WriteEventCommand } from '@kalends/contracts';
import { createPool } from '@kalends/postgres';

import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openGatewayDatabase,
  setHorizon,
  wrongCounts,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { Failed, type Write } from './write.js';
import { hour, now, remove, upsert, writesOf, type Place } from './write-queue.fixture.js';
import { WriteQueue } from './write-queue.js';

describe('accepting writes', () => {
  let database: GatewayDatabase;
  let pool: Pool;
  let queue: WriteQueue;
  /** Statements sent to the database since a test began. */
  let sent: string[];
  /** Number of round trips: sends after all earlier ones were answered. */
  let roundTrips: number;
  const { givenAccount, givenAccounts, shown, commands, whileLocked, whileRefused } = writesOf(() => database.pool);
  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
    pool = observed(createPool({ url: database.url, schema: 'gateway', max: 6 }));
  });
  beforeEach(() => {
    queue = new WriteQueue(pool);
    sent = [];
    roundTrips = 0;
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  function observed(given: Pool): Pool {
    given.on('connect', (client) => {
      const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
      let unanswered = 0;
      client.query = ((...all: unknown[]) => {
        sent.push(typeof all[0] === 'string' ? all[0] : (all[0] as { text: string }).text);
        if (unanswered === 0) roundTrips += 1;
        unanswered += 1;
        return query(...all).finally(() => (unanswered -= 1));
      }) as never;
    });
    return given;
  }
  const transactions = () => sent.filter((text) => text === 'BEGIN').length;
  const statements = () => sent.filter((text) => !/^(BEGIN|COMMIT|ROLLBACK)$/.test(text)).length;

  it('given a batch of 50 upserts, when accepted, then it costs one transaction and as many statements as one of 2', async () => {
    const place = await givenAccount();
    const batch = (count: number) =>
      Array.from({ length: count }, (_, n) => upsert(place, `e${n}`, `e${n}`, now + n * hour));
    await queue.acceptAll(batch(2));
    const few = statements();
    sent = [];
    expect(new Set(await queue.acceptAll(batch(50)))).toEqual(new Set(['accepted']));
    expect([transactions(), statements()]).toEqual([1, few]);
    expect(few).toBeLessThanOrEqual(3);
    expect(await shown(place)).toHaveLength(50);
    expect((await commands(place)).slice(2).map(({ event_id }) => event_id)).toEqual(
      Array.from({ length: 50 }, (_, n) => `e${n}`),
    );
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given a write and then a series of one account in the same tick, when accepted, then they keep their order', async () => {
    const place = await givenAccount();
    const recurrence = { rules: [{ frequency: 'daily', count: 3 }] };
    const both = [upsert(place, 'first'), upsert(place, 'series', 'series', now, { recurrence })];
    await Promise.all(both.map((write) => queue.accept(write)));
    expect((await commands(place)).map(({ event_id }) => event_id)).toEqual(['first', 'series']);
  });

  it('given a batch with writes of one event, when accepted, then each sees the one before, and all are published', async () => {
    const place = await givenAccount();
    const described = { description: 'of the first' };
    await queue.acceptAll([
      upsert(place, 'kept', 'first', now, described),
      upsert(place, 'kept', 'second', now + hour),
      upsert(place, 'gone'),
      remove(place, 'gone'),
      remove(place, 'never there'),
    ]);
    expect(await shown(place)).toEqual(['second']);
    const { rows } = await database.pool.query<{ record: EventRecord }>(
      "SELECT record FROM pending_write WHERE calendar_id = $1 AND event_id = 'kept'",
      [place.calendarId],
    );
    expect(rows[0]!.record.series.master!.description).toBe('of the first');
    const all = await commands(place);
    expect(all.map(({ event_id, operation }) => [event_id, operation])).toEqual([
      ['kept', 'upsert'],
      ['kept', 'upsert'],
      ['gone', 'upsert'],
      ['gone', 'delete'],
    ]);
    const numbers = all.map(({ command }) => command);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(rows[0]!.record.command).toBe(numbers[1]);
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given a batch with entries that are refused or fail, when accepted, then the other entries are accepted, each with its outcome', async () => {
    const place = await givenAccount();
    const elsewhere = { ...place, calendarId: 'cal_of_nobody' };
    const broken: Write = {
      ...upsert(place, 'broken'),
      decide: () => {
        throw new Error('undecided');
      },
    };
    const failing = () =>
      queue.acceptAll([upsert(place, 'a'), upsert(elsewhere, 'b'), broken, upsert(place, 'bad'), upsert(place, 'c')]);
    const outcomes = await whileRefused('bad', failing);
    expect(outcomes.map((one) => (one instanceof Failed ? (one.error as Error).message : one))).toEqual([
      'accepted',
      'unknown-calendar',
      'undecided',
      'refused',
      'accepted',
    ]);
    expect(await shown(place)).toEqual(expect.arrayContaining(['a', 'c']));
    expect((await commands(place)).map(({ event_id }) => event_id)).toEqual(['a', 'c']);
  });

  it('given 16 concurrent upserts of 16 accounts, when accepted, then they share transactions', async () => {
    const places = await givenAccounts(16);
    await Promise.all(places.map((place) => queue.accept(upsert(place, 'one'))));
    expect(transactions()).toBeLessThanOrEqual(2);
    expect(statements()).toBeLessThanOrEqual(6);
    for (const place of places) expect(await shown(place)).toEqual(['one']);
  });

  it('given a single upsert, when accepted, then it takes three statements', async () => {
    await queue.accept(upsert(await givenAccount(), 'one'));
    expect([transactions(), statements()]).toEqual([1, 3]);
  });

  it('given writes that need no rows of a series, when accepted, then a transaction takes two round trips', async () => {
    const places = await givenAccounts(16);
    const batch = Array.from({ length: 50 }, (_, n) => upsert(places[0]!, `b${n}`));
    for (const work of [
      () => queue.accept(upsert(places[0]!, 'one')),
      () => queue.acceptAll(batch),
      () => Promise.all(places.map((place) => queue.accept(upsert(place, 'one', 'again')))),
      () => queue.acceptAll(batch.map((write) => ({ ...write, isSeries: true }))),
    ]) {
      [sent, roundTrips] = [[], 0];
      await work();
      expect(roundTrips).toBe(2 * transactions());
    }
  });

  it('given a request that fails in the database, when others share its transaction, then they are accepted', async () => {
    const places = await givenAccounts(5);
    const outcomes = await whileRefused('bad', () =>
      Promise.allSettled(places.map((place, n) => queue.accept(upsert(place, 'one', n === 2 ? 'bad' : 'good')))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await Promise.all(places.map(shown))).toEqual([['good'], ['good'], [], ['good'], ['good']]);
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given an account that is locked for long, when others write, then they are accepted meanwhile', async () => {
    const [slow, ...others] = await givenAccounts(4);
    const outcomes: string[] = [];
    let late: Promise<unknown>[] = [];
    await whileLocked(slow!, async () => {
      late = ['first', 'second'].map((name) =>
        queue.accept(upsert(slow!, 'one', name)).then((one) => outcomes.push(one)),
      );
      for (const round of ['one', 'two', 'three']) {
        await Promise.all(others.map((place) => queue.accept(upsert(place, round))));
        late.push(queue.accept(upsert(slow!, 'one', round)).then((one) => outcomes.push(one)));
      }
      expect(outcomes).toEqual([]);
    });
    await Promise.all(late);
    expect(await shown(slow!)).toEqual(['three']);
    const changes = (await commands(slow!)).map(({ change }) => change?.summary);
    expect(changes).toEqual(['first', 'second', 'one', 'two', 'three']);
  });

  it('given two processes that write to the same accounts in opposite order, when all is accepted, then none has failed', async () => {
    const places = await givenAccounts(12);
    const other = observed(createPool({ url: database.url, schema: 'gateway', max: 3 }));
    const [one, two] = [new WriteQueue(pool), new WriteQueue(other)];
    const rounds = Array.from({ length: 8 }, (_, n) => n);
    const write = (writer: WriteQueue, some: Place[], name: string) =>
      rounds.flatMap((n) => some.map((place) => writer.accept(upsert(place, `${name}${n}`, 'x', now + n * hour))));
    try {
      await Promise.all([...write(one, places, 'a'), ...write(two, [...places].reverse(), 'b')]);
    } finally {
      await other.end();
    }
    for (const place of places) {
      expect(await shown(place)).toHaveLength(16);
      const numbers = (await commands(place)).map(({ command }) => command);
      expect(numbers).toHaveLength(16);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given an open transaction, when several write to one account, then commands are published in the order of acceptance', async () => {
    const place = await givenAccount();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    const queues = [queue, new WriteQueue(pool), new WriteQueue(pool)];
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => queues[n % 3]!.accept(upsert(place, 'one', `${n}`, now + (n % 5) * hour))),
    );
    await client.query('COMMIT');
    client.release();
    const all = await commands(place);
    expect(all).toHaveLength(30);
    const numbers = all.map(({ command }) => command);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(await shown(place)).toEqual([all.at(-1)!.change!.summary]);
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given an unreachable database, when written to, then each request fails and none is retried forever', async () => {
    const away = createPool({ url: 'postgresql://a:b@127.0.0.1:1/none', schema: 'gateway', max: 1 });
    const [one, two] = [await givenAccount(), await givenAccount()];
    const lost = new WriteQueue(away);
    const outcomes = await Promise.allSettled([lost.accept(upsert(one, 'e')), lost.accept(upsert(two, 'e'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await away.end();
  });

  it('given arbitrary writes, when they are accepted together, then readers see the same as after accepting them one by one', async () => {
    const rule = { rules: [{ frequency: 'daily', count: 3 }] };
    const step = fc.record({
      eventId: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('upsert', 'upsert', 'series', 'delete'),
      at: fc.integer({ min: 0, max: 40 }),
      summary: fc.constantFrom('x', 'y'),
    });
    const writeOf = (
      place: Place,
      { eventId, kind, at, summary }: { eventId: string; kind: string; at: number; summary: string },
    ) =>
      kind === 'delete'
        ? remove(place, eventId)
        : upsert(place, eventId, summary, now + at * hour, { recurrence: kind === 'series' ? rule : null });
    const rowsOf = async ({ calendarId }: Place) => {
      const { rows } = await database.pool.query(
        `SELECT event_id, instance, class, start_ms, end_ms, occurrence.deleted, managed, occurrence.changed_ms,
                (wire::jsonb - 'calendar_id' - 'event_uid' - 'series_identifier') AS wire
         FROM occurrence JOIN pending_write USING (calendar_id, event_uid)
         WHERE calendar_id = $1 ORDER BY event_id, instance`,
        [calendarId],
      );
      return rows;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.array(step, { maxLength: 6 }),
        async (first, rest) => {
          const [together, single] = [await givenAccount(), await givenAccount()];
          for (const steps of [first, rest]) {
            await queue.acceptAll(steps.map((one) => writeOf(together, one)));
            for (const one of steps) await queue.accept(writeOf(single, one));
          }
          expect(await rowsOf(together)).toEqual(await rowsOf(single));
          const brief = ({ event_id, operation }: WriteEventCommand) => [event_id, operation];
          expect((await commands(together)).map(brief)).toEqual((await commands(single)).map(brief));
          expect(await wrongCounts(database.pool)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });
});
