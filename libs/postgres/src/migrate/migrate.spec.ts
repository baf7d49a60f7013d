import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { createPool } from '../pool/pool.js';
import { migrate, MigrationError } from './migrate.js';

describe('migrations', () => {
  let database: ThrowawayPostgres;
  let pool: pg.Pool;
  let folder: string;
  const write = async (name: string, sql: string, inside = folder) => {
    await mkdir(join(inside, name), { recursive: true });
    await writeFile(join(inside, name, 'migration.sql'), sql);
  };
  beforeAll(async () => {
    database = await startThrowawayPostgres();
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });
  beforeEach(async () => {
    await pool?.end();
    pool = createPool({ url: await database.createDatabase(), schema: 'calendar_sync' });
    folder = await mkdtemp(join(tmpdir(), 'kalends-migrations-'));
    return () => rm(folder, { recursive: true });
  });

  it('given two folders, when migrated twice, then all is applied once in order of names and recorded as Prisma does', async () => {
    const shared = join(folder, 'shared');
    const own = join(folder, 'own');
    await write('20260101000000_outbox', 'CREATE TABLE outbox (id int8 PRIMARY KEY)', shared);
    await write('20260102000000_thing', 'CREATE TABLE thing (id int8); CREATE INDEX thing_id ON thing (id);', own);
    await write('20260103000000_more', 'ALTER TABLE outbox ADD COLUMN body text', shared);
    const lines: string[] = [];
    const options = { pool, schema: 'calendar_sync', folders: [own, shared], log: (line: string) => lines.push(line) };
    const first = await migrate(options);
    const second = await migrate(options);
    const { rows } =
      await pool.query(`SELECT migration_name, checksum, applied_steps_count, finished_at >= started_at AS finished,
      rolled_back_at, logs FROM calendar_sync._prisma_migrations ORDER BY migration_name LIMIT 1`);
    expect(first).toEqual(['20260101000000_outbox', '20260102000000_thing', '20260103000000_more']);
    expect(second).toEqual([]);
    expect(lines).toHaveLength(3);
    // sha256sum of the first file
    const checksum = '7e57158635edf1cba7165720d82ea74ac3e3ea546962aac8dbe7e87b333f499b';
    expect(rows).toEqual([
      {
        migration_name: '20260101000000_outbox',
        checksum,
        applied_steps_count: 1,
        finished: true,
        rolled_back_at: null,
        logs: null,
      },
    ]);
    await pool.query('INSERT INTO outbox VALUES (1, $1)', ['found through search_path']);
  });

  it('given five replicas, when all start at once, then each migration is applied exactly once', async () => {
    await write('20260101000000_a', 'CREATE TABLE a (id int8); SELECT pg_sleep(0.05)');
    await write('20260102000000_b', 'CREATE TABLE b (id int8)');
    const replicas = [1, 2, 3, 4, 5].map(() => migrate({ pool, schema: 'calendar_sync', folders: [folder] }));
    const applied = await Promise.all(replicas);
    const { rows } = await pool.query('SELECT count(*) AS n FROM _prisma_migrations');
    expect(applied.flat()).toEqual(['20260101000000_a', '20260102000000_b']);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('given an applied migration, when its file is edited, then the next start refuses and names it', async () => {
    await write('20260101000000_a', 'CREATE TABLE a (id int8)');
    await migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    await write('20260101000000_a', 'CREATE TABLE a (id int4)');
    const again = migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    await expect(again).rejects.toThrow(MigrationError);
    await expect(again).rejects.toThrow(/20260101000000_a was edited after it was applied/);
  });

  it('given a migration that fails half way, when it is fixed, then nothing of the first attempt interferes', async () => {
    await write('20260101000000_a', 'CREATE TABLE a (id int8); SELECT 1/0');
    const failing = migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    await expect(failing).rejects.toThrow(/20260101000000_a failed: division by zero/);
    await write('20260101000000_a', 'CREATE TABLE a (id int8)');
    const mended = await migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    expect(mended).toEqual(['20260101000000_a']);
  });

  it(
    'given a migration that takes longer than statements may, when it runs, then it is not cancelled',
    { tags: 'long' },
    async () => {
      const impatient = createPool({
        url: pool.options.connectionString!,
        schema: 'calendar_sync',
        statementTimeoutMs: 50,
      });
      await write('20260101000000_slow', 'SELECT pg_sleep(6)');
      const applied = migrate({ pool: impatient, schema: 'calendar_sync', folders: [folder] });
      await expect(applied).resolves.toEqual(['20260101000000_slow']);
      await impatient.end();
    },
  );

  it('given a newer release that runs too, when this one starts, then unknown migrations are ignored', async () => {
    await write('20260101000000_a', 'CREATE TABLE a (id int8)');
    await write('20270101000000_newer', 'CREATE TABLE b (id int8)');
    await migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    await rm(join(folder, '20270101000000_newer'), { recursive: true });
    const older = await migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    expect(older).toEqual([]);
  });

  it('given data of a newer release that does not run, when started, then it is refused and nothing is applied', async () => {
    await write('20260101000000_a', 'CREATE TABLE a (id int8)');
    await write('20270101000000_newer', 'CREATE TABLE b (id int8)');
    await migrate({ pool, schema: 'calendar_sync', folders: [folder] });
    await rm(join(folder, '20270101000000_newer'), { recursive: true });
    await write('20260102000000_pending', 'CREATE TABLE c (id int8)');
    const older = migrate({ pool, schema: 'calendar_sync', folders: [folder], unknown: 'refuse' });
    await expect(older).rejects.toThrow(
      /newer release created this data \(its migration 20270101000000_newer is unknown/,
    );
    expect((await pool.query("SELECT to_regclass('c') AS made")).rows).toEqual([{ made: null }]);
  });

  it('given the same name in two folders, when migrated, then it is refused', async () => {
    await write('20260101000000_a', 'SELECT 1', join(folder, 'x'));
    await write('20260101000000_a', 'SELECT 1', join(folder, 'y'));
    const folders = [join(folder, 'x'), join(folder, 'y')];
    await expect(migrate({ pool, schema: 'calendar_sync', folders })).rejects.toThrow(/two folders/);
  });

  it('given a missing folder, when migrated, then it is an error, not an empty schema', async () => {
    const folders = [join(folder, 'nowhere')];
    await expect(migrate({ pool, schema: 'calendar_sync', folders })).rejects.toThrow(/nowhere/);
  });
});
