import type { EventRecord } from '@kalends/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '@kalends/postgres';
import { eraseAccount } from '../accounts/erase-account.js';
import { eventUidOf, type Decision } from '../events/accept-write/write.js';
import {
  acceptWrite,
  apply,
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  setHorizon,
  wrongCounts,
  type GatewayDatabase,
} from './gateway-database.fixture.js';

const now = Date.UTC(2026, 10, 21);

describe('the read model', () => {
  let database: GatewayDatabase;
  let accountId: string;
  let calendarId: string;

  beforeAll(async () => {
    database = await openGatewayDatabase();
    await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
  });
  afterAll(() => database.stop());

  async function givenCalendar() {
    ({ accountId } = await newAccount(database.pool));
    calendarId = `cal_${accountId}`;
    await apply(database.pool, accountId, [calendarOf(accountId, calendarId)]);
  }

  const state = (...records: EventRecord[]) => apply(database.pool, accountId, records);

  /** An event called `summary`, as published by calendar-sync; `event_id` 'mine' makes it the application's own. */
  function synced(summary: string, more: Partial<EventRecord> = {}): EventRecord {
    const base = eventOf(accountId, calendarId, eventUidOf(calendarId, 'mine'), { event_id: 'mine', ...more });
    return { ...base, series: { ...base.series, master: { ...base.series.master!, summary } } };
  }

  const target = (eventId = 'mine') => ({ accountId, calendarId, event: { eventId }, now });
  const upsert = (summary: string, eventId = 'mine') =>
    acceptWrite(database.pool, target(eventId), (_present, _calendar, eventUid): Decision => ({
      operation: 'upsert',
      change: { summary },
      record: { ...synced(summary), event_uid: eventUid, event_id: eventId },
    }));
  const remove = (eventId = 'mine') =>
    acceptWrite(
      database.pool,
      target(eventId),
      (present) => present && { operation: 'delete', record: { ...present, deleted: true } },
    );

  async function shown(): Promise<string[]> {
    const { rows } = await database.pool.query<{ wire: string }>(
      'SELECT wire FROM occurrence WHERE calendar_id = $1 AND NOT deleted ORDER BY start_ms, event_uid',
      [calendarId],
    );
    return rows.map(({ wire }) => (JSON.parse(wire) as { summary: string }).summary);
  }
  const pending = async () =>
    (
      await database.pool.query<{ command: number }>('SELECT command FROM pending_write WHERE calendar_id = $1', [
        calendarId,
      ])
    ).rows;
  const lastCommand = async () => (await pending())[0]!.command;

  describe('given a pending write', () => {
    const published = async (more: Partial<EventRecord> = {}) => {
      const { rows } = await database.pool.query<{ record: EventRecord }>(
        'SELECT record FROM pending_write WHERE calendar_id = $1',
        [calendarId],
      );
      const series = structuredClone(rows[0]!.record.series);
      return { ...rows[0]!.record, series, revision: now + 5, ...more };
    };
    /** The transactions that wrote the rows that readers see. */
    const writers = async () =>
      (
        await database.pool.query<{ xmin: string }>('SELECT xmin::text FROM occurrence WHERE calendar_id = $1', [
          calendarId,
        ])
      ).rows;
    const stored = async () =>
      (
        await database.pool.query<{ revision: number; record: EventRecord }>(
          'SELECT revision, record FROM event_state WHERE calendar_id = $1',
          [calendarId],
        )
      ).rows;

    it('when its record is published as decided, then the write is acknowledged and its occurrences are not written again', async () => {
      await givenCalendar();
      await upsert('Board');
      const before = await writers();
      await state(await published({ revision: now }));
      expect(await pending()).toEqual([]);
      expect(await stored()).toMatchObject([{ revision: now, record: { series: { master: { summary: 'Board' } } } }]);
      expect(await writers()).toEqual(before);
      expect(await shown()).toEqual(['Board']);
    });

    it.each<[string, (record: EventRecord) => Partial<EventRecord>]>([
      ['another summary', ({ series }) => ({ series: { ...series, master: { ...series.master!, summary: 'Other' } } })],
      ['other addresses', () => ({ own_addresses: ['ada@example.com'] })],
      ['another time of change', () => ({ changed_at: now + 1 })],
    ])('when a record with %s is published instead, then its occurrences are written', async (_what, more) => {
      await givenCalendar();
      await upsert('Board');
      const before = await writers();
      await state(await published(more(await published())));
      expect(await pending()).toEqual([]);
      expect(await writers()).not.toEqual(before);
    });

    it('when a record acknowledges an older write, then the newer one is still shown', async () => {
      await givenCalendar();
      await upsert('First');
      const first = await published();
      await upsert('Second');
      await state(first);
      expect(await shown()).toEqual(['Second']);
      expect(await pending()).toHaveLength(1);
    });

    it('when a series is acknowledged, then it reaches the current horizon', async () => {
      await givenCalendar();
      const recurrence = { rrules: ['FREQ=YEARLY'], rdates: [], exdates: [] };
      await acceptWrite(database.pool, target(), (_present, _calendar, event_uid): Decision => {
        const record = { ...synced('Yearly'), event_uid, event_id: 'mine' };
        return { operation: 'upsert', change: {}, record: { ...record, series: { ...record.series, recurrence } } };
      });
      const before = (await shown()).length;
      await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2029, 11, 31));
      await state(await published());
      await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
      expect((await shown()).length).toBe(before + 2);
    });
  });

  it('given a newer record, when an older one or the same is redelivered, then nothing changes', async () => {
    await givenCalendar();
    await state(synced('second', { revision: 20 }));
    await state(synced('first', { revision: 10 }));
    await state(synced('second again', { revision: 20 }));
    expect(await shown()).toEqual(['second']);
  });

  it('given a batch out of order, when applied, then the newest record wins', async () => {
    await givenCalendar();
    await state(synced('b', { revision: 20 }), synced('c', { revision: 30 }), synced('a', { revision: 10 }));
    expect(await shown()).toEqual(['c']);
  });

  it('given a write, when records without its command arrive, then it is still seen', async () => {
    await givenCalendar();
    await upsert('mine');
    await state(synced('the provider', { revision: 10, command: 0 }));
    expect(await shown()).toEqual(['mine']);
    expect(await pending()).toHaveLength(1);
  });

  it('given a write, when a record includes its command, then that record is seen and nothing is pending', async () => {
    await givenCalendar();
    await upsert('mine');
    await state(synced('mine, as stored', { revision: 10, command: await lastCommand() }));
    expect([await shown(), await pending()]).toEqual([['mine, as stored'], []]);
  });

  it('given two writes, when only the first is acknowledged, then the second is still seen', async () => {
    await givenCalendar();
    await upsert('one');
    const first = await lastCommand();
    await upsert('two');
    await state(synced('one', { revision: 10, command: first }));
    expect(await shown()).toEqual(['two']);
    await state(synced('two', { revision: 11, command: await lastCommand() }));
    expect([await shown(), await pending()]).toEqual([['two'], []]);
  });

  it('given a refused first write, when a deleted record with its command arrives, then the event is deleted', async () => {
    await givenCalendar();
    await upsert('refused');
    await state(synced('refused', { revision: 10, command: await lastCommand(), deleted: true }));
    expect([await shown(), await pending()]).toEqual([[], []]);
  });

  it('given a refused change, when the unchanged state arrives with its command, then that is seen again', async () => {
    await givenCalendar();
    await state(synced('as it was', { revision: 10 }));
    await upsert('refused');
    expect(await shown()).toEqual(['refused']);
    await state(synced('as it was', { revision: 11, command: await lastCommand() }));
    expect([await shown(), await pending()]).toEqual([['as it was'], []]);
  });

  it('given a pending deletion, when a sync publishes the event, then it stays deleted', async () => {
    await givenCalendar();
    await state(synced('here', { revision: 10 }));
    await remove();
    await state(synced('here still', { revision: 11 }));
    expect(await shown()).toEqual([]);
  });

  it('given an erased account, when its records arrive late, then nothing is stored', async () => {
    await givenCalendar();
    await state(synced('here', { revision: 10 }));
    await inTransaction(database.pool, (client) => eraseAccount(client, 'app_1', accountId));
    await state(synced('late', { revision: 11 }));
    await apply(database.pool, accountId, [calendarOf(accountId, calendarId)]);
    for (const table of [
      'occurrence',
      'occurrence_count',
      'former_place',
      'event_state',
      'calendar_state',
      'pending_write',
      'access_token',
    ]) {
      const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE account_id = $1`, [
        accountId,
      ]);
      expect({ table, n: (rows as { n: number }[])[0]!.n }).toEqual({ table, n: 0 });
    }
  });

  it('given concurrent writers and records of one account, when all are done, then none was refused and the counts are exact', async () => {
    await givenCalendar();
    const work = Array.from({ length: 60 }, (_, index) => {
      const name = `e${index % 7}`;
      if (index % 3 === 0) return upsert(`${index}`, name);
      if (index % 3 === 1) return remove(name);
      const records = Array.from({ length: 7 }, (_unused, at) => ({
        ...synced(`synced ${index}`, { revision: index * 10 }),
        event_uid: eventUidOf(calendarId, `e${(index + at) % 7}`),
        event_id: `e${(index + at) % 7}`,
      }));
      return state(...records);
    });
    const outcomes = await Promise.allSettled(work);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given random records, writes and deletions in any order, when recounted, then every count is exact', async () => {
    const step = fc.record({
      what: fc.constantFrom('state', 'state', 'upsert', 'remove', 'acknowledge'),
      name: fc.constantFrom('a', 'b', 'c'),
      revision: fc.integer({ min: 1, max: 30 }),
      deleted: fc.boolean(),
      daily: fc.boolean(),
      days: fc.integer({ min: -40, max: 40 }),
    });
    const run = async ({
      what,
      name,
      revision,
      deleted,
      daily,
      days,
    }: Awaited<ReturnType<(typeof step)['generate']>>['value']) => {
      if (what === 'upsert') return upsert('mine', name);
      if (what === 'remove') return remove(name);
      const at = (hour: number) => ({
        local: new Date(now + days * 86_400_000 + hour * 3_600_000).toISOString().slice(0, 19),
        tzid: 'Etc/UTC',
      });
      const record = synced('reported', {
        revision,
        deleted,
        ...(what === 'acknowledge' ? { command: 1_000_000 } : {}),
      });
      record.series.master = { ...record.series.master!, start: at(9), end: at(10) };
      if (daily) record.series.recurrence = { rrules: ['FREQ=DAILY;COUNT=40'], rdates: [], exdates: [] };
      return state({ ...record, event_uid: eventUidOf(calendarId, name), event_id: name });
    };
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await givenCalendar();
      for (const one of steps) await run(one);
      expect(await wrongCounts(database.pool)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
