import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messagingMigrations } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
const [first, last] = ['20261129400000', '20261129400007'];
const earlier = readdirSync(folder).filter((name) => name < first);
const all = readdirSync(folder).filter((name) => name.slice(0, first.length) <= last);

/** How the previous release writes and finds a row of each table: its statements' keys. */
const tables = {
  profile_state: { key: { profile_id: 'p' }, more: { account_id: 'a', revision: 1, deleted: false, record: '{}' } },
  calendar_state: {
    key: { calendar_id: 'c' },
    more: { account_id: 'a', profile_id: 'p', revision: 1, deleted: false, record: '{}' },
  },
  event_state: {
    key: { calendar_id: 'c', event_uid: 'e' },
    more: { account_id: 'a', revision: 1, command: 1, deleted: false, recurring: true, record: '{}' },
  },
  occurrence: {
    key: { calendar_id: 'c', event_uid: 'e', instance: '' },
    more: {
      account_id: 'a',
      class: 0,
      start_ms: 1,
      end_ms: 2,
      deleted: false,
      managed: true,
      changed_ms: 1,
      wire: '{}',
    },
  },
  occurrence_count: { key: { account_id: 'a', class: 0, day: 1 }, more: { n: 1 } },
  calendar_load: { key: { calendar_id: 'c' }, more: { account_id: 'a', instances: 1 } },
  truncated_series: {
    key: { account_id: 'a', calendar_id: 'c', event_uid: 'e' },
    more: { reason: 'too_many_instances', shown_from: 0, shown_to: 0, first_ms: 0 },
  },
  former_place: {
    key: { calendar_id: 'c', event_uid: 'e', instance: '', all_day: false, start_ms: 1, end_ms: 2 },
    more: { account_id: 'a' },
  },
};
type Table = keyof typeof tables;

async function insert(pool: Pool, table: Table, row: object, conflict = ''): Promise<number> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')}) ${conflict}`;
  return (await pool.query(text, Object.values(row))).rowCount ?? 0;
}

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await startTestDatabase();
  pool = createPool({ url: database.url, schema: 'gateway', max: 1 });
  const messaging = readdirSync(messagingMigrations);
  const options = { pool, schema: 'gateway', folders: [folder, messagingMigrations] };
  await migrate({ ...options, only: [...earlier, ...messaging] });
  for (const [table, { key, more }] of Object.entries(tables)) {
    for (const generation of [0, 1]) await insert(pool, table as Table, { generation, ...key, ...more });
  }
  await migrate({ ...options, only: [...all, ...messaging] });
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

describe.each(Object.entries(tables))('the table %s without generations', (name, { key, more }) => {
  const table = name as Table;
  /** A column beside the key, and another value for it. */
  const changed = Object.keys(more).at(-1)!;
  const otherwise = { record: '{"a":1}', wire: '{"a":1}', n: 2, instances: 2, first_ms: 2, account_id: 'b' }[changed]!;
  const shown = `replace(${changed}::text, ' ', '') AS changed`;
  it('given rows of two generations, when migrated, then the one in use stays', async () => {
    expect((await pool.query(`SELECT generation FROM ${table}`)).rows).toEqual([{ generation: 0 }]);
  });

  it('given an existing key, when it is written again without a generation, then it is the same row', async () => {
    const change = `ON CONFLICT ON CONSTRAINT ${table}_pkey DO UPDATE SET ${changed} = excluded.${changed}`;
    expect(await insert(pool, table, { ...key, ...more, [changed]: otherwise }, change)).toBe(1);
    const { rows } = await pool.query(`SELECT generation, ${shown} FROM ${table}`);
    expect(rows).toEqual([{ generation: 0, changed: String(otherwise) }]);
  });

  it('given the previous release, when it writes and reads by generation, then it finds its rows', async () => {
    const names = ['generation', ...Object.keys(key)];
    const change = `ON CONFLICT (${names.join(', ')}) DO UPDATE SET ${changed} = excluded.${changed}`;
    expect(await insert(pool, table, { generation: 0, ...key, ...more }, change)).toBe(1);
    const found = `SELECT ${shown} FROM ${table} WHERE ${names.map((one, n) => `${one} = $${n + 1}`).join(' AND ')}`;
    const { rows } = await pool.query(found, [0, ...Object.values(key)]);
    expect(rows).toEqual([{ changed: String(more[changed as never]) }]);
  });

  it('given its indexes, when listed, then the key ends with the generation, and no other index has it', async () => {
    const { rows } = await pool.query<{ primary: boolean; columns: string[] }>(
      `SELECT indisprimary AS primary, (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
         WHERE attrelid = indexrelid AND attnum <= indnkeyatts) AS columns
       FROM pg_index WHERE indrelid = $1::regclass`,
      [table],
    );
    const primary = rows.filter((row) => row.primary);
    expect(primary.map(({ columns }) => columns)).toEqual([[...Object.keys(key), 'generation']]);
    for (const { columns } of rows.filter((row) => !row.primary)) expect(columns).not.toContain('generation');
  });
});
