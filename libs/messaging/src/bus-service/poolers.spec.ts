import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createPool, migrate, startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';
import { freePort, skipFor, waitUntil } from '@kalends/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);
const ignoring = 'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout';
const settingAgain = "connect_query='SET idle_in_transaction_session_timeout = 60000'";

interface Pooler {
  mode: 'session' | 'transaction';
  lines?: readonly string[];
  /** More about the database. */
  target?: string;
  refusal: string;
}

describe('connection poolers', () => {
  let database: ThrowawayPostgres;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    database = await startThrowawayPostgres();
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await database.stop();
  });

  /** PgBouncer in front of the database; returns its address. */
  async function startPooler({ mode, lines = [], target = '' }: Pooler): Promise<string> {
    const url = new URL(database.url);
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'kalends-pooler-'));
    chmodSync(folder, 0o755);
    const server = `host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password} ${target}`;
    const listener = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'];
    const text = ['[databases]', `* = ${server}`, '[pgbouncer]', ...listener, `pool_mode = ${mode}`, ...lines];
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, `${text.join('\n')}\n`);
    const asUser = userInfo().uid === 0 ? ['-u', 'postgres'] : [];
    const child = spawn(program!, [...asUser, file], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    stops.push(async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    });
    url.port = String(port);
    const accepts = async () => {
      const client = new pg.Client({ connectionString: url.toString() });
      await client.connect();
      await client.end();
      return true;
    };
    await waitUntil(accepts, { what: 'PgBouncer to accept connections' });
    return url.toString();
  }

  it.for<Pooler>([
    { mode: 'session', refusal: 'rejects session settings' },
    { mode: 'transaction', refusal: 'rejects session settings' },
    { mode: 'session', lines: [ignoring], refusal: 'drops session settings' },
    { mode: 'transaction', lines: [ignoring], refusal: 'drops session settings' },
    {
      mode: 'transaction',
      lines: [ignoring],
      target: settingAgain,
      refusal: 'shares sessions between connections',
    },
  ])(
    'given PgBouncer by $mode with $lines $target, when a service migrates, then it is refused',
    async (pooler, context) => {
      if (!program) return skipFor(context, 'PgBouncer is not installed (Debian: pgbouncer)');
      const pool = createPool({ url: await startPooler(pooler), schema: 'one' });
      const refused = await migrate({ pool, schema: 'one', folders: [] }).catch((error: unknown) => error);
      await pool.end();
      expect(refused).toMatchObject({ name: 'PoolerRefused' });
      expect((refused as Error).message).toMatch(
        new RegExp(`^a connection pooler ${pooler.refusal}\\. .*DATABASE_URL`),
      );
    },
  );

  it('given PostgreSQL itself, when a service migrates with a single connection, then nothing is refused', async () => {
    const pool = createPool({ url: database.url, schema: 'one', max: 1 });
    expect(await migrate({ pool, schema: 'one', folders: [] })).toEqual([]);
    await pool.end();
  });
});
