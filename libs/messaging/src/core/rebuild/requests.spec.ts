import { createPool, migrate } from '@kalends/postgres';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messagingMigrations } from '../../migrations.js';
import { sqlOf } from '../sql/sql.js';
import { rebuilds } from './requests.js';

describe('a rebuild because of other time zone data', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await startTestDatabase();
    pool = createPool({ url: database.url, schema: 'projection', max: 2 });
    await migrate({ pool, schema: 'projection', folders: [messagingMigrations] });
    await pool.query('CREATE TABLE event_state (event_uid text)');
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });
  beforeEach(async () => {
    await pool.query('TRUNCATE rebuild, event_state');
    await pool.query("INSERT INTO event_state VALUES ('evt_1')");
  });

  const start = (release: string, waitMs?: number) =>
    rebuilds.requestForZones(sqlOf(pool), { release, table: 'event_state', ...(waitMs !== undefined && { waitMs }) });
  const due = async () =>
    (await pool.query('SELECT FROM rebuild WHERE ended_at IS NULL AND not_before <= now()')).rowCount;

  it('given a projection from before releases were noted, when started, then a rebuild is requested once', async () => {
    expect(await start('2026f')).toBe(true);
    expect(await start('2026f')).toBe(false);
  });

  it('given replicas of the release before, when requested, then it begins after they have ended', async () => {
    await start('2026f');
    expect(await due()).toBe(0);
    const { rows } = await pool.query<{ s: number }>(
      'SELECT extract(epoch FROM not_before - requested_at)::int AS s FROM rebuild',
    );
    expect(rows).toEqual([{ s: 300 }]);
  });

  it('given newer data, and the former again, when started, then each is a rebuild', async () => {
    expect(await start('2026f', 0)).toBe(true);
    expect(await start('2027a', 0)).toBe(true);
    expect(await start('2026f', 0)).toBe(true);
    expect(await due()).toBe(3);
  });

  it('given a database without events, when started, then the release is noted and nothing is rebuilt', async () => {
    await pool.query('TRUNCATE event_state');
    expect(await start('2026f', 0)).toBe(false);
    expect(await due()).toBe(0);
    await pool.query("INSERT INTO event_state VALUES ('evt_1')");
    expect(await start('2026f', 0)).toBe(false);
  });

  it('given one that waits, when an operator requests a rebuild, then theirs does not wait for it', async () => {
    await start('2026f');
    await rebuilds.request(sqlOf(pool));
    expect(await due()).toBe(1);
  });
});
