import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAdminAccess } from './find-admin-access.js';
import { findDatabaseUrl } from './find-database-url.js';

describe('a local installation', () => {
  let dataDir: string;
  beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'kalends-cli-'))));
  afterEach(() => rm(dataDir, { recursive: true }));
  const demo = (text = JSON.stringify({ base_url: 'http://127.0.0.1:4711', admin_key: 'demo key', sub: 'x' })) =>
    writeFile(join(dataDir, 'demo.json'), text);
  const adminKey = () => writeFile(join(dataDir, 'admin.key'), 'plain key\n');

  it('given a demo, when no options are given, then its address and key are used', async () => {
    await demo();
    await adminKey();
    const access = await findAdminAccess({}, { DATA_DIR: dataDir });
    expect(access).toEqual({ ok: true, baseUrl: 'http://127.0.0.1:4711', adminKey: 'demo key' });
  });

  it('given no demo or a broken one, when resolved, then the admin key and the default port are used', async () => {
    await adminKey();
    const expected = { ok: true, baseUrl: 'http://127.0.0.1:3000', adminKey: 'plain key' };
    expect(await findAdminAccess({ dataDir }, {})).toEqual(expected);
    await demo('{"base_url":');
    expect(await findAdminAccess({ dataDir }, {})).toEqual(expected);
    expect(await findAdminAccess({ dataDir }, { PORT: '3999' })).toMatchObject({ baseUrl: 'http://127.0.0.1:3999' });
  });

  it('given environment and options, when resolved, then options override the environment, which overrides the files', async () => {
    await demo();
    const env = { DATA_DIR: dataDir, PUBLIC_URL: 'https://cal.example/', ADMIN_KEY: 'env key' };
    expect(await findAdminAccess({}, env)).toEqual({ ok: true, baseUrl: 'https://cal.example', adminKey: 'env key' });
    const options = { baseUrl: 'https://other.example/base', adminKey: 'option key' };
    expect(await findAdminAccess(options, env)).toEqual({ ok: true, ...options });
  });

  it('given an address of another machine as an option, when no key is given, then the local key is not sent there', async () => {
    await demo();
    const line = expect.stringContaining('is not sent to https://other.example') as string;
    expect(await findAdminAccess({ baseUrl: 'https://other.example', dataDir }, {})).toEqual({ ok: false, line });
    expect(await findAdminAccess({ baseUrl: 'http://127.0.0.1.example', dataDir }, {})).toMatchObject({ ok: false });
    expect(await findAdminAccess({ baseUrl: 'http://localhost:1234', dataDir }, {})).toMatchObject({
      adminKey: 'demo key',
    });
  });

  it('given nothing at all, when key or database is resolved, then one line names the options to give', async () => {
    expect(await findAdminAccess({ dataDir }, {})).toEqual({
      ok: false,
      line: expect.stringMatching(/--admin-key or ADMIN_KEY/),
    });
    expect(await findDatabaseUrl({ dataDir }, {})).toEqual({
      ok: false,
      line: expect.stringMatching(/--database-url or DATABASE_URL/),
    });
  });

  it('given a running embedded PostgreSQL, when its database is resolved, then port and password are found', async () => {
    const elsewhere = join(dataDir, 'elsewhere');
    await mkdir(join(elsewhere, 'cluster'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.location'), `${elsewhere}\n`);
    await writeFile(join(dataDir, 'postgres.password'), 'p/w');
    // lines as documented by PostgreSQL: pid, data directory, start, port, …
    await writeFile(join(elsewhere, 'cluster', 'postmaster.pid'), '41\n/x/cluster\n1790000000\n54321\n\n127.0.0.1\n');
    const found = await findDatabaseUrl({ dataDir }, {});
    expect(found).toEqual({ ok: true, url: 'postgresql://kalends:p%2Fw@127.0.0.1:54321/kalends' });
    const env = { DATABASE_URL: 'postgres://u@h/d' };
    expect(await findDatabaseUrl({ dataDir }, env)).toEqual({ ok: true, url: 'postgres://u@h/d' });
    expect(await findDatabaseUrl({ databaseUrl: 'mysql://u:pw@h/d' }, env)).toEqual({
      ok: false,
      line: 'DATABASE_URL must be a postgresql:// URL',
    });
  });
});
