import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { createPool } from './pool.js';
import { inTransaction } from './transaction.js';

describe('the pool', () => {
  let database: ThrowawayPostgres;
  beforeAll(async () => {
    database = await startThrowawayPostgres();
    const admin = createPool({ url: database.url });
    await admin.query('CREATE SCHEMA "one two"; CREATE TABLE "one two".thing (id int8, day date)');
    await admin.end();
  });
  afterAll(() => database.stop());

  it('given a schema, when names are unqualified, then they resolve to it, by option or by URL', async () => {
    for (const options of [
      { url: database.url, schema: 'one two' },
      { url: `${database.url}?schema=${encodeURIComponent('one two')}` },
    ]) {
      const pool = createPool({ ...options, applicationName: 'a spec' });
      const { rows } = await pool.query(
        `SELECT to_regclass('thing') IS NOT NULL AS found, current_setting('application_name') AS name`,
      );
      await pool.end();
      expect(rows).toEqual([{ found: true, name: 'a spec' }]);
    }
  });

  it('given int8 and date values, when read, then they are numbers and plain dates, and an unsafe number is an error', async () => {
    const pool = createPool({ url: database.url });
    const { rows } = await pool.query(`SELECT 1767603600000::int8 AS instant, DATE '2026-03-29' AS day`);
    const unsafe = pool.query('SELECT 9007199254740993::int8 AS n');
    await expect(unsafe).rejects.toThrow('9007199254740993');
    await pool.end();
    expect(rows).toEqual([{ instant: 1_767_603_600_000, day: '2026-03-29' }]);
  });

  it('given work that throws, when run in a transaction, then nothing of it stays and the connection is usable', async () => {
    const pool = createPool({ url: database.url, schema: 'one two', max: 1 });
    const failing = inTransaction(pool, async (transaction) => {
      await transaction.query('INSERT INTO thing VALUES (1, NULL)');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const kept = await inTransaction(pool, async (transaction) => {
      await transaction.query('INSERT INTO thing VALUES (2, NULL)');
      return 'kept';
    });
    const { rows } = await pool.query('SELECT id FROM thing');
    await pool.end();
    expect(kept).toBe('kept');
    expect(rows).toEqual([{ id: 2 }]);
  });

  it('given a statement that takes too long, when it runs, then it is cut off', async () => {
    const pool = createPool({ url: database.url, statementTimeoutMs: 50 });
    await expect(pool.query('SELECT pg_sleep(20)')).rejects.toThrow(/statement timeout/);
    await pool.end();
  });
});
