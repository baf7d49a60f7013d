import { messagingMigrations, schemaOf } from '@kalends/messaging';
import { createPool, migrate, startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../terminal.fixture.js';

describe('dead letters on the command line, directly in the database', () => {
  let database: ThrowawayPostgres;
  let pool: pg.Pool;
  const run = (...args: string[]) =>
    runWith(['dead-letters', ...args, '--direct'], { env: { DATABASE_URL: database.url } });
  const rows = async (table: 'dead_letter' | 'outbox') =>
    (await pool.query<{ message_id: string }>(`SELECT message_id FROM ${table} ORDER BY id`)).rows.map(
      (row) => row.message_id,
    );

  beforeAll(async () => {
    database = await startThrowawayPostgres();
    const schema = schemaOf('calendar-sync');
    pool = createPool({ url: database.url, schema });
    await migrate({ pool, schema, folders: [messagingMigrations] });
    for (const id of ['m1', 'm2', 'm3']) {
      await pool.query(
        `INSERT INTO dead_letter (group_name, message_id, topic, key, lane, headers, body, max_bytes, reason, error, deliveries, position)
         VALUES ('calendar-sync', $1, 'gateway.command.calendar.v1', 'k', 'l', '{}', '{}', 1000, 'failed', 'boom', 5, '0:1')`,
        [id],
      );
    }
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  it('given three, when listed, replayed and discarded, then they are shown, sent by the outbox, or deleted', async () => {
    const listed = JSON.parse((await run('list', '--service', 'calendar-sync', '--json')).out) as {
      dead_letters: { id: string; messageId: string }[];
    };
    expect(listed.dead_letters.map(({ messageId }) => messageId)).toEqual(['m3', 'm2', 'm1']);
    const [third, second, first] = listed.dead_letters.map(({ id }) => id) as [string, string, string];
    const one = await run('list', '--service', 'calendar-sync', '--limit', '1');
    expect(one.out.trimEnd().split('\n')).toHaveLength(2);
    expect(one.out).toContain('gateway.command.calendar.v1');

    expect(await run('replay', '--service', 'calendar-sync', first, third)).toMatchObject({
      code: 0,
      out: `replayed ${first}\nreplayed ${third}\n`,
    });
    expect(await rows('outbox')).toEqual(['m1', 'm3']);
    expect(await run('discard', second, '--service', 'calendar-sync')).toMatchObject({
      code: 0,
      out: `discarded ${second}\n`,
    });
    expect(await rows('dead_letter')).toEqual([]);
    expect((await run('list', '--service', 'calendar-sync')).out).toBe('There is no dead letter.\n');
  });

  it.each([
    [['replay', '77', '--service', 'calendar-sync'], 'error: calendar-sync has no dead letter 77\n'],
    [['list', '--service', 'gateway'], 'error: gateway has no tables in this database: it has never run on it\n'],
    [['list'], 'error: --direct needs --service\n'],
  ])('given %j, when it cannot be done, then one line states the reason', async (args, err) => {
    expect(await run(...args)).toEqual({ code: 1, out: '', err });
  });

  it('given an unreachable database, when listed, then one line reports it', async () => {
    const args = [
      'dead-letters',
      'list',
      '--direct',
      '--service',
      'gateway',
      '--database-url',
      'postgresql://u:pw@127.0.0.1:1/d',
    ];
    const result = await runWith(args);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/^error: the database cannot be used: .*ECONNREFUSED.*\n$/);
    expect(result.err).not.toContain('pw');
  });
});
