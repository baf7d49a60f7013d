import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { canReach } from './location.js';
import { isRoot } from './os-account.js';
import { isPostgres } from './postmaster.js';
import { startThrowawayPostgres } from './throwaway.js';

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && (await isPostgres(pid)); attempt++) await delay(25);
  return !(await isPostgres(pid));
}

describe('embedded PostgreSQL', () => {
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];
  const start = async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    running.push(server);
    return server;
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kalends-embedded-'));
    await chmod(dataDir, 0o711);
  });
  afterEach(async () => {
    const started = running.splice(0);
    for (const server of started) await server.stop();
    for (const server of started) {
      if (!server.home.startsWith(dataDir)) await rm(server.home, { recursive: true, force: true });
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    'given an empty directory, when started, stopped and restarted, then the data remains and the secret is private',
    { tags: 'long' },
    async () => {
      const begin = performance.now();
      const first = await start();
      const firstTook = performance.now() - begin;
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      await first.ended;
      const again = performance.now();
      const second = await start();
      const secondTook = performance.now() - again;
      const { mode } = await stat(join(dataDir, 'postgres.password'));
      expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(mode & 0o777).toBe(0o600);
      expect(await hasEnded(first.pid)).toBe(true);
      // Generous for a busy machine: on an idle one it takes 1.1 s and 0.08 s.
      expect(firstTook).toBeLessThan(boundMs(15_000));
      expect(secondTook).toBeLessThan(boundMs(5_000));
    },
  );

  it('given a running server, when its settings are queried, then it is durable, on loopback only and with a password', async () => {
    const server = await start();
    const rows = await query<{ name: string; setting: string }>(
      server.url,
      `SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'jit') ORDER BY name`,
    );
    const rules = await query<{ auth_method: string }>(
      server.url,
      'SELECT DISTINCT auth_method FROM pg_hba_file_rules',
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      synchronous_commit: 'on',
    });
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  });

  it(
    'given a server in use, when a second process uses the same directory, then it is refused and the first continues',
    { tags: 'long' },
    async () => {
      const server = await start();
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/another process already uses/);
      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    },
  );

  it(
    'given a server whose Node process was killed, when restarted, then the same server is taken over',
    { tags: 'long' },
    async () => {
      const { pid, child } = await startInChild(dataDir);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const server = await start();
      expect(server.pid).toBe(pid);
      await server.stop();
      expect(await hasEnded(pid)).toBe(true);
    },
  );

  it(
    'given server and Node both killed, when restarted immediately, then it recovers what was committed',
    { tags: 'long' },
    async () => {
      const { pid, child, url } = await startInChild(dataDir);
      await query(url, 'CREATE TABLE kept AS SELECT 7 AS n');
      child.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
      const server = await start();
      expect(await query(server.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    },
  );

  it(
    'given the pid file of a server that died with the machine, when another program has its pid, then it starts',
    { tags: 'long' },
    async () => {
      const first = await start();
      await first.stop();
      const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
      await writeFile(
        join(first.home, 'cluster', 'postmaster.pid'),
        `${other.pid}\n${first.home}/cluster\n1\n1\n\n127.0.0.1\n\nready\n`,
      );
      const second = await start();
      expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(other.exitCode).toBeNull();
      other.kill();
    },
  );

  it(
    'given root and a directory below a private one, when started, then the cluster is outside and its location is recorded',
    { tags: 'long' },
    async (context) => {
      if (!isRoot()) {
        if (process.env.KALENDS_TEST_ALL === '1') throw new Error('this case needs root');
        return context.skip('only root runs PostgreSQL as another user');
      }
      await chmod(dataDir, 0o700);
      const server = await start();
      const noted = await readFile(join(dataDir, 'postgres.location'), 'utf8');
      expect(server.home).toMatch(/^\/var\/lib\/kalends\/[0-9a-f]{16}$/);
      expect(noted.trim()).toBe(server.home);
      await server.stop();
      const second = await start();
      expect(second.home).toBe(server.home);
    },
  );

  it('given directories of several modes, when another account needs access, then every level counts', async () => {
    const inner = await mkdtemp(join(dataDir, 'inner-'));
    await chmod(inner, 0o711);
    const stranger = { uid: 54_321, gid: 54_321 };
    expect(await canReach(inner, stranger)).toBe(true);
    await chmod(dataDir, 0o700);
    expect(await canReach(inner, stranger)).toBe(false);
    expect(await canReach(inner, {})).toBe(true);
  });

  it('given a throwaway server, when its process is killed, then the server ends too', { tags: 'long' }, async () => {
    const { pid, child } = await startInChild('throwaway');
    child.kill('SIGKILL');
    expect(await hasEnded(pid)).toBe(true);
  });

  it('given a throwaway server, when two databases are created, then they are empty and separate', async () => {
    const server = await startThrowawayPostgres();
    const [a, b] = [await server.createDatabase(), await server.createDatabase()];
    await query(a, 'CREATE TABLE only_here (id int)');
    const found = await query(b, `SELECT to_regclass('only_here') AS found`);
    await server.stop();
    expect(found).toEqual([{ found: null }]);
    expect(a).not.toBe(b);
  });
});

/** A separate Node process that starts a server and then only waits; from the built library, as in production. */
async function startInChild(dataDir: string) {
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const code = `const library = await import(${JSON.stringify(library)});
    const started = ${JSON.stringify(dataDir)} === 'throwaway'
      ? await library.startThrowawayPostgres()
      : await library.startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const pool = library.createPool({ url: started.url });
    const { rows } = await pool.query("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid");
    await pool.end();
    console.log(JSON.stringify({ url: started.url, pid: rows[0].pid }));
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) };
}
