// @module-tag long
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { services } from '@kalends/contracts';
import { busMigrations, schemaOf } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';
import { createSealer } from '@kalends/security';
import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMigrate } from '../migrate-schema/migrate-schema.js';
import { runWith } from '../terminal.fixture.js';

const key = '11'.repeat(32);
/** First 8 hex digits of sha256sum of 32 bytes 0x11. */
const keyName = '02d449a3';
const awkwardTexts = ['a\tb\nc\\d', '\\.', 'line\n\\.\nline', '\\N', '', 'ü€𐍈', '\r\n', '"quoted", \'too\''];

describe('backup and restore', () => {
  let database: TestDatabase;
  let folder: string;
  let full: string;
  /** Migrated, never written to. */
  let untouched: string;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await startTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'kalends-backup-'));
    full = await migrated();
    untouched = await migrated();
    pool = createPool({ url: full });
    await fill(pool);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function migrated(): Promise<string> {
    const url = await database.createDatabase();
    for (const service of services) {
      const result = await runWith([service], { env: { DATABASE_URL: url }, run: runMigrate });
      expect(result).toMatchObject({ code: 0 });
    }
    const bus = createPool({ url, schema: 'bus', max: 1 });
    await migrate({ pool: bus, schema: 'bus', folders: [busMigrations] });
    await bus.end();
    return url;
  }
  const run = (args: string[], url: string, env: Record<string, string> = { ENCRYPTION_KEY: key }) =>
    runWith(['backup', ...args], { env: { DATABASE_URL: url, ...env } });
  const made = async (name: string, url = full) => {
    const file = join(folder, name);
    expect(await run(['create', file], url)).toMatchObject({ code: 0, err: '' });
    return file;
  };

  it('given rows of every type, when restored to an empty database, then every row and sequence is there again', async () => {
    const file = join(folder, 'all.backup');
    const created = await run(['create', file], full);
    expect(created.err).toBe('');
    expect(created.out).toContain('in availability, bus, calendar_sync, gateway, invites, notifier');
    expect(created.out).toContain(`ENCRYPTION_KEY is not in it. Without the key ${keyName}`);
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(gunzipSync(await readFile(file)).includes(key)).toBe(false);

    const url = await database.createDatabase();
    expect(await run(['restore', file], url)).toMatchObject({ code: 0, err: '' });
    expect(await contents(url)).toEqual(await contents(full));
    const restored = createPool({ url, max: 1 });
    const next = await restored.query<{ outbox: number; command: number }>(
      "SELECT nextval('invites.outbox_id_seq')::float8 AS outbox, nextval('gateway.write_command')::float8 AS command",
    );
    await restored.end();
    expect(next.rows[0]!.outbox).toBe(awkwardTexts.length + 1);
    // above every number issued after the backup
    expect(next.rows[0]!.command).toBeGreaterThan(Date.now() - 600_000);
  });

  it('given services that were migrated and never wrote, when restored, then theirs are filled', async () => {
    const url = await migrated();
    expect(await run(['restore', await made('into-migrated.backup')], url)).toMatchObject({ code: 0, err: '' });
    expect(await contents(url)).toEqual(await contents(full));
  });

  it('given writes during the backup, when restored, then each transaction is there completely or not at all', async () => {
    const url = await migrated();
    const busy = createPool({ url, max: 1 });
    let writing = true;
    const writer = (async () => {
      for (let index = 0; writing; index += 1) {
        await busy.query('BEGIN');
        for (const schema of ['availability', 'notifier'])
          await busy.query(`INSERT INTO ${schema}.inbox (group_name, message_id) VALUES ('g', $1)`, [`m${index}`]);
        await busy.query('COMMIT');
      }
    })();
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const file = await made(`round-${round}.backup`, url);
      const lines = gunzipSync(await readFile(file))
        .toString()
        .split('\n');
      const rowsOf = (schema: string) => {
        const from = lines.findIndex((line) => line.startsWith(`{"schema":"${schema}","table":"inbox"`));
        return lines.slice(from + 1, lines.indexOf('\\.', from)).map((line) => line.split('\t')[1]);
      };
      expect(rowsOf('availability')).toEqual(rowsOf('notifier'));
      counts.push(rowsOf('notifier').length);
    }
    writing = false;
    await writer;
    await busy.end();
    expect(counts.at(-1)).toBeGreaterThan(counts[0]!);
  });

  it('given a database with rows of its own, when restored, then it is refused and stays the same', async () => {
    const url = await migrated();
    const own = createPool({ url, schema: 'notifier', max: 1 });
    await own.query("INSERT INTO inbox (group_name, message_id) VALUES ('g', 'm')");
    await own.end();
    const before = await contents(url);
    const result = await run(['restore', await made('refused.backup')], url);
    expect(result).toEqual({
      code: 1,
      out: '',
      err: 'error: the database is not empty: notifier.inbox contains rows\n',
    });
    expect(await contents(url)).toEqual(before);
  });

  it('given different migrations on either side, when restored, then one line names the first difference', async () => {
    const file = await made('migrations.backup');
    const url = untouched;
    const other = createPool({ url, max: 1 });
    const name = '29990101000000_newer';
    await other.query(
      `INSERT INTO invites._prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'c', $1, now())`,
      [name],
    );
    expect((await run(['restore', file], url)).err).toBe(
      `error: invites has the migration ${name}, which the backup does not: restore with the release that made it\n`,
    );
    const newer = await made('newer.backup', url);
    await other.query('DELETE FROM invites._prisma_migrations WHERE migration_name = $1', [name]);
    await other.end();
    expect((await run(['restore', newer], url)).err).toBe(
      `error: invites lacks the backup's migration ${name}: restore with the release that made it\n`,
    );
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 300), 'it is damaged or incomplete'],
    ['altered', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length >> 1, (bytes.length >> 1) + 20), 'it is damaged or incomplete'], // prettier-ignore
    ['ended early', (bytes: Buffer) => gzipSync(gunzipSync(bytes).subarray(0, -30)), 'it is damaged or incomplete'],
    ['something else', () => gzipSync('{"hello":1}\n'), 'it is not a Kalends backup'],
    ['plain text', () => Buffer.from('hello'), 'it is damaged or incomplete'],
  ])(
    'given a file that is %s, when restored, then one line reports it and nothing is restored',
    async (name, damage, line) => {
      const file = join(folder, `${name}.harmed`);
      await writeFile(file, damage(await readFile(await made(`${name}.backup`))));
      const url = untouched;
      const before = await contents(url);
      const result = await run(['restore', file], url);
      expect(result).toEqual({ code: 1, out: '', err: `error: ${file}: ${line}; nothing was restored\n` });
      expect(await contents(url)).toEqual(before);
    },
  );

  it('given a backup without its key, when restored, then it is refused unless --without-key is given', async () => {
    const file = await made('keyless.backup');
    const url = await database.createDatabase();
    const refused = await run(['restore', file], url, { ENCRYPTION_KEY: '22'.repeat(32) });
    expect(refused.err).toMatch(
      new RegExp(`sealed with the key ${keyName}, which is not here: put it in ENCRYPTION_KEY`),
    );
    const withoutKey = await run(['restore', file, '--without-key'], url, {});
    expect(withoutKey).toMatchObject({ code: 0, err: '' });
    expect(withoutKey.out).toContain(`sealed with the key ${keyName}, which is not here`);
  });

  it('given an existing file, or nothing to write, when created, then one line reports it and the file stays the same', async () => {
    const file = await made('twice.backup');
    const before = await readFile(file);
    expect(await run(['create', file], full)).toEqual({ code: 1, out: '', err: `error: ${file} already exists\n` });
    expect(await readFile(file)).toEqual(before);
    const none = join(folder, 'none.backup');
    expect((await run(['create', none], await database.createDatabase())).err).toBe(
      'error: the database contains no schema of Kalends\n',
    );
    await expect(stat(none)).rejects.toThrow(/ENOENT/);
    expect((await run(['restore', none], full)).err).toMatch(/^error: .*none\.backup: ENOENT[^\n]*\n$/);
    const unreachable = await run(['create', none], 'postgresql://u:secret@127.0.0.1:1/d');
    expect(unreachable.err).toMatch(/^error: the database cannot be used: .*ECONNREFUSED[^\n]*\n$/);
  });
});

/** Rows of several types; texts that COPY must escape; more data than one read of the file. */
async function fill(pool: pg.Pool): Promise<void> {
  for (const [index, text] of awkwardTexts.entries()) {
    await pool.query(
      `INSERT INTO invites.outbox (message_id, topic, key, lane, headers, body, max_bytes) VALUES ($1, $2, $2, $2, '{}', $3, 1)`,
      [`m${index}`, text, index % 2 === 0 ? text : null],
    );
  }
  await pool.query(`INSERT INTO invites.raw_mail (reply_token, raw, received_at) VALUES ('t', $1, 5)`, [
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  ]);
  await pool.query(
    `INSERT INTO bus.published (message_id, topic, key, lane, headers, body, max_bytes)
     SELECT n, 't', 'k' || n, 'l', '{}', repeat(md5(n::text), 40) || chr(10) || n, 1 FROM generate_series(1, 4000) AS n`,
  );
  await pool.query(
    `INSERT INTO notifier.channel (channel_id, client_id, account_id, callback_url, calendar_ids, only_managed, created_at)
     VALUES ('c', 'a', 'b', 'u', $1, true, 1)`,
    [awkwardTexts],
  );
  await pool.query(`INSERT INTO notifier.application VALUES ('a', 1, false, $1)`, [JSON.stringify(awkwardTexts)]);
  const { rows } = await pool.query<{ column: string; type: string }>(
    `SELECT column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'calendar_sync' AND table_name = 'profile' AND is_nullable = 'NO' AND column_default IS NULL`,
  );
  const sample: Record<string, unknown> = { text: 'x', bigint: 1, integer: 1, boolean: true, jsonb: '{}', ARRAY: '{}' };
  const values = rows.map(({ type }) => sample[type] ?? 'x');
  await pool.query(
    `INSERT INTO calendar_sync.profile (${[...rows.map(({ column }) => column), 'sealed_password'].join(', ')})
     VALUES (${[...rows, 0].map((_, index) => `$${index + 1}`).join(', ')})`,
    [...values, createSealer([Buffer.from(key, 'hex')]).seal('p', 'profile:x')],
  );
}

/** Row count and an order-independent digest of each table's rows. */
async function contents(url: string): Promise<Record<string, string>> {
  const pool = createPool({ url, max: 1 });
  const found: Record<string, string> = {};
  const tables = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY($1) AND tablename <> '_prisma_migrations'`,
    [[...services.map(schemaOf), 'bus']],
  );
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(row::text, '|' ORDER BY row::text)), '') AS digest FROM ${name} AS row`,
    );
    found[name] = rows[0]!.digest;
  }
  await pool.end();
  return found;
}
