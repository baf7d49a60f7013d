import { fileURLToPath } from 'node:url';
import { messagingMigrations, schemaOf } from '@kalends/messaging';
import { createPool, migrate, startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../terminal.fixture.js';

const own = fileURLToPath(new URL('../../../calendar-sync/src/prisma/migrations', import.meta.url));

describe('outbox and profiles on the command line', () => {
  let database: ThrowawayPostgres;
  let pool: pg.Pool;
  const run = (...args: string[]) => runWith(args, { env: { DATABASE_URL: database.url } });
  beforeAll(async () => {
    database = await startThrowawayPostgres();
    const schema = schemaOf('calendar-sync');
    pool = createPool({ url: database.url, schema });
    await migrate({ pool, schema, folders: [messagingMigrations, own] });
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  it('given pending messages, when the outbox is listed, then each topic has its number and age', async () => {
    expect((await run('outbox', '--service', 'calendar-sync')).out).toMatch(/^Nothing is pending/);
    await pool.query(
      `INSERT INTO outbox (message_id, topic, key, lane, headers, max_bytes, created_at)
       SELECT 'm' || n, CASE WHEN n < 4 THEN 'old' ELSE 'new' END, 'k', 'l', '{}', 9, now() - make_interval(mins => 4 - n)
       FROM generate_series(1, 4) AS n`,
    );
    const { out } = await run('outbox', '--service', 'calendar-sync', '--json');
    const { outbox } = JSON.parse(out) as { outbox: { topic: string; messages: number; oldest_s: number }[] };
    expect(outbox.map(({ topic, messages }) => [topic, messages])).toEqual([
      ['old', 3],
      ['new', 1],
    ]);
    expect(outbox[0]!.oldest_s).toBeGreaterThanOrEqual(180);
    expect(outbox[0]!.oldest_s).toBeLessThan(240);
  });

  it('given profiles, when listed, then troubled ones come first, and only those with the filter', async () => {
    await pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, own_addresses, default_tzid, connected,
                            error, initial_sync, last_sync, failures, revision, deleted)
       VALUES ('pro_well', 'acc_1', 'google', 'a', '{}', 'Etc/UTC', true, NULL, 'done', 1795265220000, 0, 1, false),
              ('pro_late', 'acc_2', 'caldav', 'b', '{}', 'Etc/UTC', true, 'Down.', 'done', 1795265221000, 3, 1, false),
              ('pro_gone', 'acc_3', 'google', 'c', '{}', 'Etc/UTC', false, 'Withdrawn.', 'done', NULL, 0, 1, false),
              ('pro_left', 'acc_4', 'google', 'd', '{}', 'Etc/UTC', false, NULL, 'done', NULL, 9, 1, true)`,
    );
    const ids = async (...args: string[]) => {
      const { out } = await run('profiles', '--json', ...args);
      return (JSON.parse(out) as { profiles: { profile_id: string }[] }).profiles.map((one) => one.profile_id);
    };
    expect(await ids()).toEqual(['pro_late', 'pro_gone', 'pro_well']);
    expect(await ids('--failing')).toEqual(['pro_late', 'pro_gone']);
    expect(await ids('--failing', '--provider', 'google')).toEqual(['pro_gone']);
    const { out } = await run('profiles', '--provider', 'caldav');
    expect(out).toMatch(/pro_late +acc_2 +caldav +true +done +2026-11-21T12:47:01Z +3 +Down\./);
  });

  it('given a profile that was set aside, when it is resumed, then it is due, and another one is refused', async () => {
    await pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, own_addresses, default_tzid, connected,
                            error, initial_sync, failures, revision, deleted, deaths, set_aside_at, set_asides)
       VALUES ('pro_aside', 'acc_5', 'caldav', 'e', '{}', 'Etc/UTC', true, 'It ended.', 'failed', 0, 1, false, 2, 1, 3)`,
    );
    expect((await run('profiles', '--failing')).out).toContain('pro_aside');
    expect((await run('profiles', '--resume', 'pro_aside')).out).toContain('pro_aside is read again.');
    const { rows } = await pool.query(
      `SELECT deaths, set_aside_at, set_asides, error, next_sync_at FROM profile WHERE profile_id = 'pro_aside'`,
    );
    expect(rows).toEqual([{ deaths: 0, set_aside_at: null, set_asides: 0, error: null, next_sync_at: 0 }]);
    const again = await run('profiles', '--resume', 'pro_aside');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('no such profile that was set aside')]);
  });
});
