import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');

/** The sources that a program loads before anything else: those of its file and of the chunks that it imports. */
function sourcesOf(program: string): string[] {
  const files = new Set([`${program}.js`]);
  for (const file of files) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, name] of text.matchAll(/^(?:import|export)\b[^;()]*?"\.\/([\w.-]+\.js)"/gm)) files.add(name!);
  }
  // rolldown's own helpers have no source
  return [...files]
    .filter((file) => existsSync(join(dist, `${file}.map`)))
    .flatMap((file) => (JSON.parse(readFileSync(join(dist, `${file}.map`), 'utf8')) as { sources: string[] }).sources);
}

it.each([
  ['gateway', 'sync'],
  ['calendar-sync', 'consent'],
])('given the bundle of %s, when it starts, then it loads no %s of a provider', (program, half) => {
  const sources = sourcesOf(program);
  const others = new RegExp(`/libs/providers/[\\w-]+/src/${half}/`);
  expect(sources.filter((source) => /\/libs\/providers\/registry\/src\//.test(source))).not.toEqual([]);
  expect(sources.filter((source) => others.test(source) && !/\/providers\/port\//.test(source))).toEqual([]);
});
