import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../apps/cli/src/cli.js';
import { settingsTable } from './settings-table.js';

const root = join(import.meta.dirname, '../..');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docker/README.md', 'k8s/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The first line of a command's help; that of its parent if there is no such command. */
async function usageOf(words: readonly string[]): Promise<string> {
  let out = '';
  await runCli({
    args: [...words, '--help'],
    env: {},
    input: new PassThrough().end(),
    prompt: new PassThrough(),
    out: (text) => (out += text),
    err: () => undefined,
  });
  return out.split('\n')[0]!;
}

describe('documents', () => {
  it('given the README, when its lines are counted, then there are at most 120', () =>
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(121));

  it('given the settings of all programs, when docs/settings.md is read, then names, defaults and meanings match', () => {
    const shown = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(read('docs/settings.md'))?.[1];
    // differs after a change of settings: copy the expected table into docs/settings.md
    expect(shown).toBe(settingsTable());
  });

  it.each(documents)('given %s, when its npm commands are read, then each is a script of the root package', (path) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(path).matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(documents)('given %s, when its links are followed, then each file exists', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });

  it.each(documents)(
    'given %s, when its kalends commands are read, then each exists in the command line',
    async (path) => {
      const named = [...read(path).matchAll(/npm run (?:-s )?kalends --((?:\s+[a-z][a-z-]*(?![\w.=/-]))+)/g)].map(
        (match) => match[1]!.trim().split(/\s+/).slice(0, 2),
      );
      for (const words of named)
        expect(await usageOf(words)).toMatch(new RegExp(`^Usage: kalends ${words.join(' ')} `));
    },
  );
});
