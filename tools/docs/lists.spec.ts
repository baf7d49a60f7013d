import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

it('given the folders of tools, when tools/README.md is read, then each has one sentence there', () => {
  const folders = readdirSync(join(root, 'tools'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const listed = matches(read('tools/README.md'), /^\| `([\w-]+)` \| [A-Z][^|.]+\. \|$/gm);
  expect(listed).toEqual(folders.map(({ name }) => name).sort());
});

it('given the decisions, when their index is read, then it has those in force, and the superseded ones apart', () => {
  const records = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d/.test(name));
  const titles = records.map((name) => {
    const [, number, title] = /^# (\d{4})[.:] (.*)/.exec(read(`docs/adr/${name}`))!;
    return `- [${number}](${name}). ${title}`;
  });
  const index = read('docs/adr/README.md');
  expect(index.split('\n').filter((line) => line.startsWith('- '))).toEqual(titles);
  const superseded = matches(read('docs/adr/superseded.md'), /^## (\d{4})\. /gm);
  expect(index).toContain(`[Superseded](superseded.md): ${superseded.join(', ')}.`);
});
