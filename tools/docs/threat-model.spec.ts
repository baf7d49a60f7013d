import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from '../faults/faults.mjs';

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/reference/threat-model.md'), 'utf8');

it('given the threat model, when its files are checked, then each exists', () => {
  const named = [...document.matchAll(/`((?:apps|libs|tools)\/[\w./-]+\.(?:ts|mjs))`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('given the planted faults, when compared with the threat model, then it lists each with its spec', () => {
  const shown = /<!-- faults -->\n\n([\s\S]*?)\n\n<!-- \/faults -->/.exec(document)?.[1];
  const rows = faults.map(({ name, test }) => `| ${name} | \`${test}\` |`);
  // differs after a change of the list: copy the expected table into the document
  expect(shown).toBe(['| Safeguard | Red without it |', '| --- | --- |', ...rows].join('\n'));
});
