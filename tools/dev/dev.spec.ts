// @module-tag long
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const rule = 'apps/gateway/src/http/refusals.ts';
const waitOptions = { timeout: 60_000 };

/** A copy of the sources; third-party packages are found above it, in this checkout. */
let copy: string;
let dataDir: string;
let dev: ChildProcess;
let address: string;
let output = '';

async function copySources(): Promise<void> {
  const skipped = /[\\/](node_modules|dist|bench)$|\.spec\.ts$/;
  for (const folder of ['apps', 'libs', 'tools/dev', 'tools/bundle', 'tools/prisma'])
    await cp(join(root, folder), join(copy, folder), { recursive: true, filter: (path) => !skipped.test(path) });
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  await mkdir(join(copy, 'node_modules/@kalends'), { recursive: true });
  // of which the generator's version is read
  await symlink(join(root, 'node_modules/@prisma'), join(copy, 'node_modules/@prisma'));
  for (const [group, prefix] of [
    ['apps', ''],
    ['libs', ''],
    ['libs/providers', 'provider-'],
  ] as const)
    for (const name of readdirSync(join(copy, group)))
      await symlink(join(copy, group, name), join(copy, 'node_modules/@kalends', `${prefix}${name}`));
}

beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  copy = await mkdtemp(join(root, '.cache/dev-spec-'));
  dataDir = await mkdtemp(join(tmpdir(), 'kalends-dev-'));
  // root's PostgreSQL runs as another user
  await chmod(dataDir, 0o755);
  await copySources();
  const [port, smtp] = [await freePort(), await freePort()];
  address = `http://127.0.0.1:${port}`;
  dev = spawn(process.execPath, [join(copy, 'tools/dev/dev.mjs')], {
    env: { ...process.env, PORT: `${port}`, SMTP_PORT: `${smtp}`, DATA_DIR: dataDir, INSPECT_PORT: '0' },
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text) => (output += String(text)));
  await live('the first start');
});

afterAll(async () => {
  dev?.kill('SIGKILL');
  await rm(copy, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

const live = (what: string) => waitUntil(() => output.includes(`dev: ${what} is live after`), waitOptions);

/** Changes the copied file and clears the output so far. */
async function change(path: string, edit: (text: string) => string): Promise<void> {
  output = '';
  const before = await readFile(join(copy, path), 'utf8');
  const after = edit(before);
  expect(after).not.toBe(before);
  await writeFile(join(copy, path), after);
}

const refused = async () => (await fetch(`${address}/v1/events`)).headers.get('www-authenticate');

describe('npm run dev', () => {
  it('given a change of a service’s rule, when the file is saved, then requests are answered by it, with or without type errors', async () => {
    const before = await refused();
    expect(before).toContain('Bearer');
    await change(
      rule,
      (text) => `${text.replaceAll('Bearer', 'Planted')}\nexport const wrong: number = 'no number';\n`,
    );
    await live(rule);
    expect(await refused()).toBe(before?.replaceAll('Bearer', 'Planted'));
    expect(output).toContain('took over the PostgreSQL server');
  });

  it('given a file that does not parse, when saved, then that is reported and the previous version keeps answering', async () => {
    await change(rule, (text) => `${text}\nexport const = ;\n`);
    await waitUntil(() => output.includes('the previous version keeps running'), waitOptions);
    expect(await refused()).toContain('Planted');
    await change(rule, (text) => text.replace('\nexport const = ;\n', ''));
    await live(rule);
  });

  it('given an error that is thrown, when its stack is printed, then it has the line of the TypeScript file', async () => {
    await change('apps/all-in-one/src/start.ts', (text) =>
      text.replace('  await refuseTakenPort(configured);', "  console.error(new Error('planted').stack);\n$&"),
    );
    await live('apps/all-in-one/src/start.ts');
    const { length } = (await readFile(join(copy, 'apps/all-in-one/src/start.ts'), 'utf8'))
      .split("new Error('planted')")[0]!
      .split('\n');
    expect(output).toContain(`apps/all-in-one/src/start.ts:${length}:`);
  });

  it('given Ctrl-C, when pressed, then the services and the database have ended', async () => {
    const lock = join(dataDir, 'postgres/cluster/postmaster.pid');
    expect(existsSync(lock)).toBe(true);
    dev.kill('SIGINT');
    await once(dev, 'exit');
    await expect(refused()).rejects.toThrow('fetch failed');
    expect(existsSync(lock)).toBe(false);
    expect(readdirSync(join(copy, '.cache'))).toEqual([]);
  });
});
