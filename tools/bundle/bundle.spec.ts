import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFresh, places } from './bundle.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-bundle-'));
  await mkdir(join(folder, 'dist'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a file whose modification time is this many seconds after 1970. */
async function written(path: string, at: number, text = ''): Promise<void> {
  await writeFile(join(folder, path), text);
  await utimes(join(folder, path), at, at);
}

it.each([
  ['nothing was bundled yet', undefined, 1, false],
  ['nothing changed since', 3, 2, true],
  ['a module changed since', 3, 4, false],
  ['a deleted module', 3, undefined, false],
])('given bundles, when %s, then that is detected', async (_, bundledAt, changedAt, fresh) => {
  await written('one.js', 1);
  if (changedAt !== undefined) await written('two.js', changedAt);
  if (bundledAt !== undefined) await written('dist/inputs.json', bundledAt, '["one.js","two.js"]');
  expect(isFresh(folder)).toBe(fresh);
});

it('given a bundle, when a stack is printed with --enable-source-maps, then it refers to a line of a TypeScript file', async () => {
  const traced = 'process.stdout.write = () => { process._rawDebug(new Error().stack); process.exit(); };';
  const args = ['--enable-source-maps', '--import', `data:text/javascript,${encodeURIComponent(traced)}`];
  const { stderr } = await promisify(execFile)(process.execPath, [...args, 'dist/cli.js', '--help'], {
    cwd: join(import.meta.dirname, '../..'),
  });
  expect(stderr).toMatch(/apps\/cli\/src\/[\w/-]+\.ts:\d+:\d+/);
});

it('given a module that uses its folder and its address, when bundled, then both are still where the module is', () => {
  const bundled = places('/project/dist').transform(
    'a(import.meta.dirname); b(import.meta.url);',
    '/project/lib/one.js',
  );
  const url = 'file:///elsewhere/dist/bundle.js';
  const seen: string[] = [];
  const run = new Function('a', 'b', 'process', bundled!.code.replaceAll('import.meta.url', JSON.stringify(url)));
  run(
    (dirname: string) => seen.push(dirname),
    (href: string) => seen.push(href),
    process,
  );
  expect(seen).toEqual(['/elsewhere/lib', 'file:///elsewhere/lib/one.js']);
});
