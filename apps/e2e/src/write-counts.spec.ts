import { setTimeout as delay } from 'node:timers/promises';
import { roundsOf } from '@kalends/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WriteCounter } from './harness/count-writes.js';
import {
  flushMs,
  startCountedPostgres,
  uncounted,
  type CountedPostgres,
  type DatabaseWork,
} from './harness/counted-postgres.js';
import { startEmbedded, type Running } from './harness/deployment.js';
import { Drained } from './harness/drained.js';
import { Kalends, type Account } from './harness/kalends.js';

/**
 * Maximum cost of an upsert, over all services together. BEGIN, COMMIT and the like do not count as statements, read-only
 * transactions not as writes. Readers store positions by a timer, and other load on the machine decides how many writes are
 * batched: a count that is exceeded is measured again.
 */
const limits = {
  alone: { writeTransactions: 5, statements: 24 },
  'at 16 in flight': { writeTransactions: 0.9, statements: 4.5 },
};
/**
 * Per upsert, a statement touches one row in each service; locks, and pages of the log for each reader, account for the
 * rest.
 */
const maxRows = 4;
/** Rows of a table with a row per event that are read for an upsert: its own, however many events are stored. */
const maxRead = 20;
const perEvent = ['availability.event', 'calendar_sync.event', 'gateway.event_state', 'gateway.occurrence'];
const again = { retry: 2 };
const [singleWrites, concurrentWrites, inFlight, settleMs] = [30, 320, 16, 2_000];
const stored = roundsOf('KALENDS_STORED_EVENTS', { usual: 500, nightly: 3_000 });
const database = 'counted';

describe('what an upsert costs in the database, on the embedded transport', () => {
  let postgres: CountedPostgres;
  let running: Running;
  let kalends: Kalends;
  let drained: Drained;
  let counter: WriteCounter;
  let url: string;
  beforeAll(async () => {
    postgres = await startCountedPostgres({ throwaway: true });
    const DATABASE_URL = await postgres.createDatabase(database);
    url = DATABASE_URL;
    running = await startEmbedded({ DATABASE_URL, SYNC_INTERVAL: '3600', LOG_LEVEL: 'warn' });
    kalends = new Kalends(running.deployment);
    drained = await Drained.watch(DATABASE_URL);
    counter = await WriteCounter.start({ postgres, database, drained }, settleMs);
  });
  afterAll(async () => {
    await drained.stop();
    await running.stop();
    await postgres.stop();
  });

  const start = Date.UTC(2027, 0, 4);
  const iso = (ms: number) => new Date(ms).toISOString();
  const upsert = async (user: Account, n: number) => {
    const times = { start: iso(start + n * 3_600_000), end: iso(start + n * 3_600_000 + 1_800_000) };
    const { status } = await kalends.upsert(user, { event_id: `e${n}`, summary: 'Board meeting', ...times });
    expect(status).toBe(202);
  };
  const people = async (count: number) => {
    const application = await kalends.application();
    const users = await Promise.all(Array.from({ length: count }, () => kalends.account(application)));
    return { users, processed: () => drained.until(users.map(({ sub }) => sub)) };
  };
  const hold = (work: DatabaseWork, { writeTransactions, statements }: (typeof limits)['alone']) => {
    console.log(`${work.writeTransactions.toFixed(2)} write transactions, ${work.statements.toFixed(2)} statements`);
    expect(work.writeTransactions).toBeLessThanOrEqual(writeTransactions);
    expect(work.statements).toBeLessThanOrEqual(statements);
    // fewer than one statement per upsert would mean that nothing was counted
    expect(work.statements).toBeGreaterThan(1);
  };

  it(
    'given one upsert after another, each sent when the previous one is processed, then write transactions and statements stay within their bounds',
    again,
    async () => {
      const { users, processed } = await people(1);
      await processed();
      const work = await counter.perWrite(singleWrites, async () => {
        for (let n = 0; n < singleWrites; n += 1) {
          await upsert(users[0]!, n);
          await processed();
        }
      });
      expect(await drained.events(users.map(({ sub }) => sub))).toBe(singleWrites);
      hold(work, limits.alone);
    },
  );

  it(
    'given 16 upserts in flight on 16 accounts, then write transactions, statements and the rows of each stay within their bounds',
    again,
    async () => {
      const { users, processed } = await people(inFlight);
      await processed();
      const before = await postgres.rowsByStatement(database);
      const work = await counter.perWrite(concurrentWrites, async () => {
        const one = async (user: Account) => {
          for (let n = 0; n < concurrentWrites / inFlight; n += 1) await upsert(user, n);
        };
        await Promise.all(users.map(one));
        await processed();
      });
      expect(await drained.events(users.map(({ sub }) => sub))).toBe(concurrentWrites);
      hold(work, limits['at 16 in flight']);
      const after = [...(await postgres.rowsByStatement(database))];
      const each = after.map(([query, rows]) => ({
        query,
        rows: (rows - (before.get(query) ?? 0)) / concurrentWrites,
      }));
      expect(each.filter(({ rows }) => rows > maxRows)).toEqual([]);
      // several statements touch a row for each upsert
      expect(each.filter(({ rows }) => rows > 0.9).length).toBeGreaterThan(5);
    },
  );

  /** Rows that scans of a table have read so far, and those that were stored. */
  const rowsOfTables = async () => {
    await delay(flushMs);
    const client = new pg.Client({ connectionString: url, options: uncounted });
    await client.connect();
    const { rows } = await client.query<{ table: string; read: number; stored: number }>(
      `SELECT schemaname || '.' || relname AS table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS read, n_tup_ins::float8 AS stored
       FROM pg_stat_user_tables WHERE schemaname || '.' || relname = ANY ($1) ORDER BY 1`,
      [perEvent],
    );
    await client.end();
    return rows;
  };

  // plans are made while the tables are empty, and a new installation's are analyzed a minute later
  it(
    'given many events of one account in tables that have never been analyzed, then an upsert still reads few rows',
    { ...again, tags: 'long' },
    async () => {
      const { users, processed } = await people(1);
      const write = async (from: number, to: number) => {
        let next = from;
        const one = async () => {
          while (next < to) await upsert(users[0]!, next++);
        };
        await Promise.all(Array.from({ length: inFlight }, one));
        await processed();
      };
      await write(0, stored);
      const before = await rowsOfTables();
      await write(stored, stored + concurrentWrites);
      const each = (await rowsOfTables()).map((after, index) => ({
        table: after.table,
        read: (after.read - before[index]!.read) / concurrentWrites,
        stored: (after.stored - before[index]!.stored) / concurrentWrites,
      }));
      expect(each.filter(({ read }) => read > maxRead)).toEqual([]);
      // what was not counted would be within any bound
      expect(each.map(({ stored }) => stored)).toEqual(perEvent.map(() => 1));
    },
  );
});
