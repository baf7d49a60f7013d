import type { CalendarStateRecord } from '@kalends/contracts';
import { createPool } from '@kalends/postgres';
import { rowsRead } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../events/accept-write/write.js';
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
import { projectBatch } from './project-batch.js';
import { markStale, deleteStale } from './rebuild.js';

let database: GatewayDatabase;

beforeAll(async () => {
  database = await openGatewayDatabase();
  await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
});
afterAll(() => database.stop());

/** What a reader sees: summaries of the live occurrences. */
async function shown(accountId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ summary: string }>(
    `SELECT wire::jsonb ->> 'summary' AS summary FROM occurrence WHERE account_id = $1 AND NOT deleted ORDER BY 1`,
    [accountId],
  );
  return rows.map(({ summary }) => summary);
}

/** The revision that counts of the account's occurrences are valid for. */
async function revisionOf(accountId: string): Promise<number> {
  const { rows } = await database.pool.query<{ revision: number }>(
    'SELECT revision FROM occurrence_revision WHERE account_id = $1',
    [accountId],
  );
  return rows[0]!.revision;
}

/** In how many transactions the accounts' rows of the table were last written. */
async function transactionsOf(table: string, accountIds: readonly string[]): Promise<number> {
  const { rows } = await database.pool.query<{ accounts: number; transactions: number }>(
    `SELECT count(DISTINCT account_id)::int AS accounts, count(DISTINCT xmin::text)::int AS transactions FROM ${table}
     WHERE account_id = ANY ($1)`,
    [accountIds],
  );
  expect(rows[0]!.accounts).toBe(accountIds.length);
  return rows[0]!.transactions;
}

const project = (...records: CalendarStateRecord[]) =>
  projectBatch(
    database.pool,
    records.map((body) => ({ body })),
  );

describe('a rebuild of the read model', () => {
  it('given ghosts, lost and stale occurrences, when rebuilt, then it equals the topic, and counts are exact', async () => {
    const { accountId } = await newAccount(database.pool);
    const calendar = calendarOf(accountId, `cal_${accountId}`);
    const event = (uid: string, more = {}) => eventOf(accountId, calendar.calendar_id, uid, more);
    const topic = [calendar, event('one'), event('two')];
    await project(...topic);
    await apply(database.pool, accountId, [
      event('ghost'),
      event('orphan'),
      event('one', { revision: 5, deleted: true }),
    ]);
    await database.pool.query("DELETE FROM event_state WHERE event_uid = 'orphan'");
    await database.pool.query("DELETE FROM occurrence WHERE event_uid = 'two'");
    expect(await shown(accountId)).toEqual(['ghost', 'orphan']);

    await markStale(database.pool);
    expect(await shown(accountId)).toEqual(['ghost', 'orphan']);
    await project(...topic);
    const counted = await revisionOf(accountId);
    expect(await deleteStale(database.pool)).toBe(1);

    expect(await revisionOf(accountId)).toBeGreaterThan(counted);
    expect(await shown(accountId)).toEqual(['one', 'two']);
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given a pending write, when rebuilt, then readers see it before and after', async () => {
    const { accountId } = await newAccount(database.pool);
    const calendar = calendarOf(accountId, `cal_${accountId}`);
    await project(calendar);
    const target = {
      accountId,
      calendarId: calendar.calendar_id,
      event: { eventId: 'mine' },
      now: Date.UTC(2026, 10, 21),
    };
    const decide = (_present: unknown, _calendar: unknown, eventUid: string): Decision => ({
      operation: 'upsert',
      change: {},
      record: { ...eventOf(accountId, calendar.calendar_id, eventUid), event_id: 'mine' },
    });
    await acceptWrite(database.pool, target, decide);
    const before = await shown(accountId);
    expect(before).toHaveLength(1);

    await markStale(database.pool);
    await project(calendar);
    await deleteStale(database.pool);
    expect(await shown(accountId)).toEqual(before);
    expect(await wrongCounts(database.pool)).toEqual([]);
  });

  it('given a record that arrived during it, when stale rows are deleted, then it stays', async () => {
    const { accountId } = await newAccount(database.pool);
    const calendar = calendarOf(accountId, `cal_${accountId}`);
    await project(calendar);
    await markStale(database.pool);
    await project(calendar, eventOf(accountId, calendar.calendar_id, 'late'));
    await deleteStale(database.pool);
    expect(await shown(accountId)).toEqual(['late']);
  });

  it('given a hundred accounts, when rebuilt, then many accounts share a transaction', async () => {
    const accounts = await Promise.all(Array.from({ length: 100 }, () => newAccount(database.pool)));
    const ids = accounts.map(({ accountId }) => accountId);
    for (const id of ids) await project(calendarOf(id, `cal_${id}`));
    expect(await transactionsOf('calendar_state', ids)).toBe(100);
    await markStale(database.pool);
    const marked = await transactionsOf('calendar_state', ids);
    await deleteStale(database.pool);
    expect(marked + (await transactionsOf('occurrence_revision', ids))).toBeLessThanOrEqual(10);
  });

  it('given many accounts, when what is stale is deleted, then each event is read a few times, not once per group of accounts', async () => {
    const { pool } = database;
    const [accounts, events] = [640, 20];
    const numbered = `generate_series(1, ${accounts}) AS a, generate_series(1, ${events}) AS e`;
    await pool.query(
      `INSERT INTO event_state (account_id, calendar_id, event_uid, revision, command, deleted, recurring, record)
       SELECT 'many_' || a, 'cal_' || md5(a::text), 'evt_' || e, 1, 0, false, false, '{}' FROM ${numbered}`,
    );
    await pool.query(
      `INSERT INTO occurrence (account_id, calendar_id, event_uid, instance, class, start_ms, end_ms, deleted, managed,
                               changed_ms, wire)
       SELECT 'many_' || a, 'cal_' || md5(a::text), 'evt_' || e, '', 0, e, e + 1, false, false, 1, '{}' FROM ${numbered}`,
    );
    await pool.query('ANALYZE');
    const one = createPool({ url: database.url, schema: 'gateway', max: 1 });
    const before = await rowsRead(one, 'gateway.event_state');
    expect(await deleteStale(one)).toBe(0);
    expect((await rowsRead(one, 'gateway.event_state')) - before).toBeLessThan(5 * accounts * events);
    await one.end();
  });
});
