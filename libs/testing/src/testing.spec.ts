import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { corpus, corpusOrSkip, readCorpus, skipFor } from './corpus.js';
import { freePort } from './free-port.js';
import { roundsOf } from './rounds.js';
import { testClock } from './test-clock.js';
import { startTestDatabase } from './test-database.js';
import { waitUntil } from './wait-until.js';

afterEach(() => vi.unstubAllEnvs());

describe('waiting', () => {
  it('given a condition that becomes true, when awaited, then its value is returned, whatever it threw before', async () => {
    let checks = 0;
    const value = await waitUntil(
      () => {
        if (++checks < 3) throw new Error('not yet');
        return checks < 5 ? undefined : 'there';
      },
      { interval: 1 },
    );
    expect([value, checks]).toEqual(['there', 5]);
  });

  it('given a condition that never becomes true, when awaited, then the failure has what was awaited and why', async () => {
    const waiting = waitUntil(() => Promise.reject(new Error('refused')), {
      timeout: 20,
      interval: 1,
      what: 'the broker',
    });
    await expect(waiting).rejects.toMatchObject({
      message: 'waited 20 ms in vain for the broker: refused',
      cause: expect.objectContaining({ message: 'refused' }),
    });
  });
});

describe('the test clock', () => {
  it('given a start, when moved, then it shows the moved time and nothing else moves it', () => {
    const clock = testClock();
    // date -u -d 2026-01-05T09:00:00Z +%s
    expect(clock.now()).toBe(1_767_603_600_000);
    clock.advance(1_500);
    expect(clock.now()).toBe(1_767_603_601_500);
    clock.set(7);
    expect(clock.now()).toBe(7);
  });
});

describe('test material', () => {
  it('given a corpus directory, when files are read, then they are in order; a missing one is skipped or an error', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kalends-corpus-'));
    await mkdir(join(root, 'a/inner'), { recursive: true });
    await writeFile(join(root, 'a/inner/2.ics'), 'two');
    await writeFile(join(root, 'a/1.ics'), 'one');
    await writeFile(join(root, 'a/readme.txt'), 'no calendar');
    vi.stubEnv('CORPUS_DIR', root);
    vi.stubEnv('KALENDS_TEST_ALL', '');
    const skip = vi.fn();
    expect(await readCorpus(corpus('a') ?? '', '.ics')).toEqual([
      { path: '1.ics', text: 'one' },
      { path: 'inner/2.ics', text: 'two' },
    ]);
    expect(corpusOrSkip({ skip }, 'b')).toBeUndefined();
    expect(skip).toHaveBeenCalledWith(expect.stringContaining('test material b is not there'));
    vi.stubEnv('CORPUS_DIR', '');
    expect(corpus('.')).toBeUndefined();
    vi.stubEnv('KALENDS_TEST_ALL', '1');
    expect(() => skipFor({ skip }, 'no Java')).toThrow(/no Java/);
    await rm(root, { recursive: true });
  });
});

describe('rounds', () => {
  it.each([
    ['nothing said', {}, 3],
    ['that nothing may be skipped', { KALENDS_TEST_ALL: '1' }, 9],
    ['the nightly flag', { KALENDS_NIGHTLY: '1', KALENDS_TEST_ALL: '1' }, 30],
    ['a number', { KALENDS_NIGHTLY: '1', SOME_ROUNDS: '7' }, 7],
    ['an empty number', { SOME_ROUNDS: '' }, 3],
  ] as [string, Record<string, string>, number][])(
    'given %s, when counted, then there are that many',
    (_what, variables, count) => {
      for (const name of ['KALENDS_NIGHTLY', 'KALENDS_TEST_ALL', 'SOME_ROUNDS'])
        vi.stubEnv(name, variables[name] ?? '');
      expect(roundsOf('SOME_ROUNDS', { usual: 3, all: 9, nightly: 30 })).toBe(count);
    },
  );
});

describe('the test database and ports', () => {
  it('given a test database, when used, then it is PostgreSQL 18 and each further database is empty', async () => {
    const database = await startTestDatabase();
    const client = new pg.Client({ connectionString: await database.createDatabase() });
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('server_version_num')::int / 10000 AS major,
      (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public') AS tables`);
    await client.end();
    await database.stop();
    expect(rows).toEqual([{ major: 18, tables: 0 }]);
  });

  it('given a free port, when listened on, then it is free', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });

  it('given a free port that nothing listens on yet, when another test run looks for one, then that port is reserved', async () => {
    const socket = createSocket('udp4').bind({ port: await freePort(), address: '127.0.0.1', exclusive: true });
    await expect(once(socket, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' });
    socket.close();
  });
});
