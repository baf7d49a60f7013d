import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsTable } from './settings-table.js';

const root = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/migrate.md',
  'docker/README.md',
  'k8s/README.md',
];
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

describe('README.md', () => {
  it('given the settings of all programs, when its table is read, then names, defaults and meanings are theirs', () => {
    const shown = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme)?.[1];
    // differs after a change of settings: copy what was expected into the README
    expect(shown).toBe(settingsTable());
  });

  it.each(documents)('given %s, when its npm commands are read, then each is a script of the root package', (path) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(path).matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(documents)('given %s, when its links are followed, then each file is there', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});
