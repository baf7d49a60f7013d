// @module-tag long
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createPool } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from '../installation.fixture.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const own = (name: string) => join(import.meta.dirname, name);
const encryptionKey = 'ab'.repeat(32);

/**
 * Data of 2026-11-21, before the first release, unpacked: an application, an account, two events, an invite with its reply
 * and an undelivered callback. Made with `kalends backup create`, never to be regenerated.
 */
const backup = readFileSync(own('before-0.1.0.backup.txt'));
const demo = JSON.parse(readFileSync(own('demo.json'), 'utf8')) as { sub: string; client_secret: string };

interface Head {
  made_at: string;
  schemas: { schema: string; migrations: { name: string; checksum: string }[] }[];
}
const { schemas } = JSON.parse(backup.subarray(0, backup.indexOf('\n')).toString()) as Head;

const foldersOf = (schema: string) =>
  schema === 'bus'
    ? ['libs/messaging/migrations-bus']
    : [`apps/${schema.replace('_', '-')}/src/prisma/migrations`, 'libs/messaging/migrations'];
const migrationsOf = (schema: string) =>
  foldersOf(schema).flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({
        name,
        checksum: createHash('sha256')
          .update(readFileSync(join(root, folder, name, 'migration.sql')))
          .digest('hex'),
      })),
  );

describe.each(schemas)('the schema $schema', ({ schema, migrations }) => {
  it('given migrations that were applied somewhere, when compared, then none was edited or removed', () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrationsOf(schema)).toEqual(expect.arrayContaining(migrations));
  });
});

describe('a data directory of an older release', () => {
  let installation: Installation;
  const call = async (path: string, token: string, body?: unknown) => {
    const answer = await fetch(`${installation.base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  };
  const sql = async <Row extends object>(statement: string): Promise<Row[]> => {
    const pool = createPool({ url: installation.postgres()!.url, max: 1 });
    try {
      return (await pool.query<Row>(statement)).rows;
    } finally {
      await pool.end();
    }
  };
  const applied = async () => {
    const names = schemas.map(({ schema }) => `SELECT '${schema}' AS schema, migration_name AS name FROM ${schema}._prisma_migrations`); // prettier-ignore
    const rows = await sql<{ schema: string; name: string }>(`${names.join(' UNION ALL ')} ORDER BY 1, 2`);
    return rows.map(({ schema, name }) => `${schema} ${name}`);
  };
  const named = (of: (schema: string) => { name: string }[]) =>
    schemas.flatMap(({ schema }) => of(schema).map(({ name }) => `${schema} ${name}`)).sort();

  beforeAll(async () => {
    installation = await Installation.create();
    mkdirSync(installation.dataDir, { recursive: true });
    const file = join(installation.dataDir, '..', 'older.backup');
    writeFileSync(file, gzipSync(backup));
    writeFileSync(join(installation.dataDir, 'encryption.key'), `${encryptionKey}\n`);
    writeFileSync(join(installation.dataDir, 'demo.json'), readFileSync(own('demo.json')));
    const restore = [join(root, 'dist/cli.js'), 'backup', 'restore', file, '--data-dir', installation.dataDir];
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    const { stdout } = await promisify(execFile)(process.execPath, restore, { env });
    expect(stdout).toMatch(/^restored \d+ rows of \d+ tables/);
  });
  afterAll(() => installation.remove());

  it('given it, when this release starts on it, then it migrates, shows the old data and continues', async () => {
    await installation.start();
    expect(await applied()).toEqual(named(migrationsOf));
    expect(named(migrationsOf).length).toBeGreaterThan(schemas.flatMap(({ migrations }) => migrations).length);

    // a fresh token for the old grant
    const { access_token, sub, calendar_id } = installation.demo();
    expect(sub).toBe(demo.sub);
    const events = async () => {
      const { body } = await call('/v1/events?tzid=Etc/UTC&from=2026-12-01&to=2026-12-31', access_token);
      return (body.events as { summary: string; description: string; start: string; end: string }[]).map(
        ({ summary, description, start, end }) => ({ summary, description, start, end }),
      );
    };
    const standUp = {
      summary: 'Stand-up',
      description: 'line\nline\\two',
      start: '2026-12-01T09:00:00Z',
      end: '2026-12-01T09:15:00Z',
    };
    const offsite = { ...standUp, summary: 'Offsite "north"', start: '2026-12-03', end: '2026-12-05' };
    expect(await events()).toEqual([standUp, offsite]);
    const invite = await call('/v1/smart_invites?smart_invite_id=board&recipient_email=ada@example.com', demo.client_secret); // prettier-ignore
    expect(invite.body).toMatchObject({ recipient: { status: 'accepted', comment: 'see you' } });
    const callbacks = await call('/v1/callbacks', demo.client_secret);
    expect(callbacks.body).toMatchObject({ callbacks: [{ type: 'smart_invite', smart_invite_id: 'board' }] });

    const moved = { event_id: 'standup', ...standUp, summary: 'Moved', end: '2026-12-01T09:30:00Z' };
    expect((await call(`/v1/calendars/${calendar_id}/events`, access_token, moved)).status).toBe(202);
    expect((await events())[0]).toMatchObject({ summary: 'Moved', end: '2026-12-01T09:30:00Z' });
    const pending = () => sql('SELECT FROM gateway.pending_write');
    await waitUntil(async () => (await pending()).length === 0, { timeout: 60_000, what: 'the write to be done' });
    expect((await events()).map(({ summary }) => summary)).toEqual(['Moved', 'Offsite "north"']);
  }, 120_000);

  it('given a migration that this release does not know, when started, then it prints one clear line and exits with code 1', async () => {
    const newer = '29990101000000_of_a_newer_release';
    await sql(
      `INSERT INTO notifier._prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '${newer}', now())`,
    );
    expect(await installation.stop()).toBe(0);
    const ended = await installation.run({});
    expect(ended.code).toBe(1);
    const line = `kalends could not start: notifier: a newer release created this data (its migration ${newer} is unknown here): start that release or a later one`;
    expect(
      ended.stderr
        .trimEnd()
        .split('\n')
        .filter((one) => one.startsWith('kalends could not start')),
    ).toEqual([line]);
    expect(installation.processes()).toEqual([]);
  }, 120_000);
});
