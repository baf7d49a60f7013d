import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { createPool } from './pool.js';
import { limitQueries } from './patience.js';
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

  it('given a limit, when a query waits for a connection and then for its answer, then only those asked under it end early', async () => {
    const pool = createPool({ url: database.url, max: 1 });
    const patient = pool.query("SELECT pg_sleep(0.5), 'patient' AS name");
    const impatient = limitQueries(pool, 100).query('SELECT pg_sleep(20)');
    await expect(impatient).rejects.toThrow('Query read timeout');
    expect((await patient).rows).toMatchObject([{ name: 'patient' }]);
    const { rows } = await pool.query('SELECT 1 AS one');
    await pool.end();
    expect(rows).toEqual([{ one: 1 }]);
  });

  describe('on connections that fall silent', () => {
    let isSilent = false;
    let silent: Server;
    let url: string;
    beforeAll(async () => {
      silent = createServer((socket) => {
        const server = connect(Number(new URL(database.url).port), '127.0.0.1');
        server.on('data', (chunk) => (isSilent ? undefined : socket.write(chunk)));
        socket.on('data', (chunk) => server.write(chunk));
        socket.on('close', () => server.destroy());
        socket.on('error', () => server.destroy());
      });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = new URL(database.url);
      address.port = String((silent.address() as AddressInfo).port);
      url = address.toString();
    });
    afterAll(() => new Promise((resolve) => silent.close(resolve)));

    it.each([
      ['a limit', 200, undefined],
      ['none but that of statements', undefined, 100],
    ])(
      'given %s, when a query of a transaction gets no answer, then it is given up with its connection',
      async (_, limit, statementTimeoutMs) => {
        const pool = createPool({ url, max: 1, statementTimeoutMs });
        const began = performance.now();
        const work = inTransaction(limit === undefined ? pool : limitQueries(pool, limit), async (transaction) => {
          isSilent = true;
          await transaction.query('SELECT 1');
        });
        await expect(work).rejects.toThrow('Query read timeout');
        expect(performance.now() - began).toBeLessThan(10_000);
        isSilent = false;
        const { rows } = await pool.query('SELECT 1 AS one');
        await pool.end();
        expect(rows).toEqual([{ one: 1 }]);
      },
    );
  });

  it('given a transaction between two statements, when its connection is cut, then the next one fails and the program goes on', async () => {
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
