import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { createPool } from '@kalends/postgres';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../terminal.fixture.js';
import { runMigrate } from './migrate-schema.js';

const run = (args: string[], env: Record<string, string>) => runWith(args, { env, run: runMigrate });

describe('migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await startTestDatabase()));
  afterAll(() => database?.stop());

  it('given an empty database, when run twice, then the tables exist and the second run applies nothing', async () => {
    const env = { DATABASE_URL: await database.createDatabase() };
    const first = await run(['calendar-sync'], env);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^(calendar-sync: applied \d{14}_\w+\n)+$/);
    expect(await run(['calendar-sync'], env)).toEqual({ code: 0, out: 'calendar-sync: up to date\n', err: '' });
    const pool = createPool({ url: env.DATABASE_URL, schema: 'calendar_sync', max: 1 });
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables WHERE table_name = 'outbox'`,
    );
    await pool.end();
    expect(rows).toEqual([{ name: 'calendar_sync.outbox' }]);
  });

  it.each([
    [[], {}, /^error: usage: migrate <gateway\|/],
    [['bus'], {}, /^error: usage/],
    [['gateway', 'invites'], {}, /^error: usage/],
    [['gateway'], {}, /^DATABASE_URL is required: [^\n]+\n$/],
    [['gateway'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, /^gateway could not be migrated: [^\n]+\n$/],
  ])('given %j with %j, when run, then one line names the error', async (args, env, line) => {
    const result = await run(args, env as Record<string, string>);
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(line);
  });

  it('given the built program, when run by Node, then it migrates', async () => {
    const program = fileURLToPath(new URL('../../dist/migrate.js', import.meta.url));
    const env = { DATABASE_URL: await database.createDatabase() };
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'notifier'], { env });
    expect(stdout).toContain('notifier: applied ');
  });
});
