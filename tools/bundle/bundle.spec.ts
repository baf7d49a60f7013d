import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inAscii, isFresh } from './bundle.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-bundle-'));
  await mkdir(join(folder, 'dist'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a file that was last changed so many seconds after 1970. */
async function written(path: string, at: number, text = ''): Promise<void> {
  await writeFile(join(folder, path), text);
  await utimes(join(folder, path), at, at);
}

it.each([
  ['nothing was bundled yet', undefined, 1, false],
  ['nothing changed since', 3, 2, true],
  ['a module changed since', 3, 4, false],
  ['a module is gone', 3, undefined, false],
])('given bundles, when %s, then that is known', async (_, bundledAt, changedAt, fresh) => {
  await written('one.js', 1);
  if (changedAt !== undefined) await written('two.js', changedAt);
  if (bundledAt !== undefined) await written('dist/inputs.json', bundledAt, '["one.js","two.js"]');
  expect(isFresh(folder)).toBe(fresh);
});

// the texts are what a reader sees: V8 itself says what they mean
it.each([
  ["'a ü €'", 'a ü €'],
  ["'😀'", '😀'],
  [String.raw`'\ü'`, 'ü'],
  [String.raw`'\\ü'`, String.raw`\ü`],
  ['`${1}–${2}`', '1–2'],
  ["/^[à-ü€]+$/.test('ä€')", true],
  ["/^.$/u.test('😀')", true],
  ["/^[😀]$/u.test('😀')", true],
  ["'as it is'", 'as it is'],
])('given the program %s, when written in ASCII, then it is that and means the same', (program, meaning) => {
  const written = inAscii(program);
  expect(written).toMatch(/^[\0-\u007f]*$/);
  expect(runInNewContext(written)).toBe(meaning);
});

it('given what is bundled, when it was written, then it is ASCII', async () => {
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect((await readFile(join(dist, name), 'latin1')).search(/[^\0-\u007f]/)).toBe(-1);
});
