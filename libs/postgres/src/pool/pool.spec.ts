import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { createPool } from './pool.js';
import { limitQueries } from './query-limit/limit-queries.js';
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

  it('given a server that compiles queries, when connected, then it does not for this pool', async () => {
    const admin = createPool({ url: database.url });
    const { rows } = await admin.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
    await admin.query(`ALTER DATABASE ${rows[0]!.name} SET jit = on`);
    const pool = createPool({ url: database.url });
    const { rows: settings } = await pool.query('SHOW jit');
    await pool.end();
    await admin.query(`ALTER DATABASE ${rows[0]!.name} RESET jit`);
    await admin.end();
    expect(settings).toEqual([{ jit: 'off' }]);
  });

  it('given int8 and date values, when read, then they are numbers and plain dates, and an unsafe number is an error', async () => {
    const pool = createPool({ url: database.url });
    const { rows } = await pool.query(`SELECT 1767603600000::int8 AS instant, DATE '2026-03-29' AS day`);
    const unsafe = pool.query('SELECT 9007199254740993::int8 AS n');
    await expect(unsafe).rejects.toThrow('9007199254740993');
    await pool.end();
    expect(rows).toEqual([{ instant: 1_767_603_600_000, day: '2026-03-29' }]);
  });

  it('given work that throws, when run in a transaction, then it is rolled back and the connection is usable', async () => {
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

  it('given work that continues after a failed statement, when it commits, then that is an error: nothing was stored', async () => {
    const pool = createPool({ url: database.url, schema: 'one two', max: 1 });
    const work = inTransaction(pool, async (transaction) => {
      await transaction.query('INSERT INTO thing VALUES (3, NULL)');
      await transaction.query('SELECT 1 / 0').catch(() => undefined);
      return 'kept';
    });
    await expect(work).rejects.toThrow('rolled back');
    const { rows } = await pool.query('SELECT id FROM thing WHERE id = 3');
    await pool.end();
    expect(rows).toEqual([]);
  });

  it('given first statements, when the transaction begins, then they run inside (a lock stays until the end), and work has their rows', async () => {
    const pool = createPool({ url: database.url, max: 1 });
    const locks = "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711";
    const lockAndLoad = (transaction: PoolClient) =>
      Promise.all([
        transaction.query('SELECT pg_advisory_xact_lock(4711)'),
        transaction.query("SELECT 'a row' AS loaded"),
      ]);
    const given = await inTransaction(
      pool,
      async (transaction, [, { rows }]) =>
        [...(rows as unknown[]), ...(await transaction.query(locks)).rows] as unknown[],
      { first: lockAndLoad },
    );
    const { rows } = await pool.query(locks);
    await pool.end();
    expect([given, rows]).toEqual([[{ loaded: 'a row' }, { n: 1 }], [{ n: 0 }]]);
  });

  it('given rows that are read behind a lock, when another session changes them and releases it, then the new values are read', async () => {
    const pool = createPool({ url: database.url, schema: 'one two', max: 2 });
    await pool.query('INSERT INTO thing VALUES (5, NULL)');
    const lockAndLoad = (transaction: PoolClient) =>
      Promise.all([
        transaction.query('SELECT pg_advisory_xact_lock(4712)'),
        transaction.query('SELECT day FROM thing WHERE id = 5'),
      ]);
    const waiting: Promise<unknown>[] = [];
    await inTransaction(
      pool,
      async (transaction) => {
        const loading = inTransaction(
          pool,
          async (_, [, { rows }]: Awaited<ReturnType<typeof lockAndLoad>>) => rows as unknown[],
          { first: lockAndLoad },
        );
        waiting.push(loading);
        const blocked = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4712 AND NOT granted";
        while ((await transaction.query(blocked)).rowCount === 0);
        await transaction.query("UPDATE thing SET day = '2026-03-29' WHERE id = 5");
      },
      { first: (transaction) => transaction.query('SELECT pg_advisory_xact_lock(4712)') },
    );
    expect(await waiting[0]).toEqual([{ day: '2026-03-29' }]);
    await pool.end();
  });

  it('given a first statement that fails, when the transaction begins, then work is not run and the connection is usable', async () => {
    const pool = createPool({ url: database.url, schema: 'one two', max: 1 });
    let isDone = false;
    const work = inTransaction(pool, async () => void (isDone = true), {
      first: (transaction) => transaction.query('SELECT 1 / 0'),
    });
    await expect(work).rejects.toThrow('division by zero');
    await pool.query('INSERT INTO thing VALUES (4, NULL)');
    const { rows } = await pool.query('SELECT id FROM thing WHERE id = 4');
    await pool.end();
    expect([isDone, rows]).toEqual([false, [{ id: 4 }]]);
  });

  it('given statements that do not wait for one another, when one fails, then each gets its own result', async () => {
    const pool = createPool({ url: database.url, max: 1 });
    const client = await pool.connect();
    const named = { name: 'echo', text: 'SELECT $1::text AS echoed' };
    const answers = await Promise.allSettled([
      client.query({ ...named, values: ['a'] }),
      client.query({ ...named, values: ['b'] }),
      client.query('SELECT 1 / 0'),
      client.query({ ...named, values: ['c'] }),
    ]);
    client.release();
    await pool.end();
    const results = answers.map((one) => (one.status === 'fulfilled' ? one.value.rows : (one.reason as Error).message));
    expect(results).toEqual([[{ echoed: 'a' }], [{ echoed: 'b' }], 'division by zero', [{ echoed: 'c' }]]);
  });

  it('given a statement that takes too long, when it runs, then it is cancelled', async () => {
    const pool = createPool({ url: database.url, statementTimeoutMs: 50 });
    await expect(pool.query('SELECT pg_sleep(20)')).rejects.toThrow(/statement timeout/);
    await pool.end();
  });

  it('given a limit, when a query waits for a connection and then for its result, then only queries under the limit end early', async () => {
    const pool = createPool({ url: database.url, max: 1 });
    const patient = pool.query("SELECT pg_sleep(0.5), 'patient' AS name");
    const impatient = limitQueries(pool, 100).query('SELECT pg_sleep(20)');
    await expect(impatient).rejects.toThrow('Query read timeout');
    expect((await patient).rows).toMatchObject([{ name: 'patient' }]);
    const { rows } = await pool.query('SELECT 1 AS one');
    await pool.end();
    expect(rows).toEqual([{ one: 1 }]);
  });

  describe('connections that stop responding', () => {
    let isSilent = false;
    let sent = '';
    let silent: Server;
    let url: string;
    beforeAll(async () => {
      silent = createServer((socket) => {
        const server = connect(Number(new URL(database.url).port), '127.0.0.1');
        server.on('data', (chunk) => (isSilent ? undefined : socket.write(chunk)));
        socket.on('data', (chunk) => {
          sent += chunk.toString('latin1');
          server.write(chunk);
        });
        socket.on('close', () => server.destroy());
        socket.on('error', () => server.destroy());
      });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = new URL(database.url);
      address.port = String((silent.address() as AddressInfo).port);
      url = address.toString();
    });
    afterAll(() => new Promise((resolve) => silent.close(resolve)));

    it('given first statements, when BEGIN has no response yet, then all are sent', async () => {
      const pool = createPool({ url, max: 1 });
      await pool.query('SELECT 1');
      isSilent = true;
      sent = '';
      const first = (transaction: PoolClient) =>
        Promise.all([
          transaction.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [4711] }),
          transaction.query('SELECT 4 AS rows_to_load'),
        ]);
      const work = inTransaction(limitQueries(pool, 200), async () => undefined, { first });
      await expect(work).rejects.toThrow('Query read timeout');
      isSilent = false;
      await pool.end();
      expect(sent).toMatch(/BEGIN[^]*pg_advisory_xact_lock[^]*rows_to_load/);
    });

    it.each([
      ['a limit', 200, undefined],
      ['none but that of statements', undefined, 100],
    ])(
      'given %s, when a query of a transaction gets no response, then it fails and its connection is closed',
      { tags: 'long' },
      async (_, limit, statementTimeoutMs) => {
        const pool = createPool({ url, max: 1, statementTimeoutMs });
        const began = performance.now();
        const work = inTransaction(limit === undefined ? pool : limitQueries(pool, limit), async (transaction) => {
          isSilent = true;
          await transaction.query('SELECT 1');
        });
        await expect(work).rejects.toThrow('Query read timeout');
        expect(performance.now() - began).toBeLessThan(boundMs(10_000));
        isSilent = false;
        const { rows } = await pool.query('SELECT 1 AS one');
        await pool.end();
        expect(rows).toEqual([{ one: 1 }]);
      },
    );
  });

  it('given a transaction between two statements, when its connection is cut, then the next one fails and the program continues', async () => {
    const [pool, other] = [createPool({ url: database.url, max: 1 }), createPool({ url: database.url, max: 1 })];
    const work = inTransaction(pool, async (transaction) => {
      const { rows } = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const cut = new Promise((resolve) => transaction.once('end', resolve));
      await other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await cut;
      await transaction.query('SELECT 1');
    });
    await expect(work).rejects.toThrow(/not queryable/);
    const { rows } = await pool.query('SELECT 1 AS one');
    await Promise.all([pool.end(), other.end()]);
    expect(rows).toEqual([{ one: 1 }]);
  });
});
