import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allSpecs, quickSpecs, slow } from './quick.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kalends-quick-'));
  mkdirSync(join(root, 'libs/one/src'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(root, 'libs/one/src', name), text);

it('given specs that start something, directly or by their imports, when chosen, then only the others are quick', () => {
  write('pure.ts', 'export const one = 1;\n');
  write('pure.spec.ts', "import { one } from './pure.js';\n");
  write('database.fixture.ts', "import { startTestDatabase } from '@kalends/testing';\n");
  write('copied.spec.ts', "import { databasesOfFile } from '@kalends/testing';\n");
  write('more.fixture.ts', "export * from './database.fixture.js';\n");
  write('query.spec.ts', "import {\n  open,\n} from './more.fixture.js';\n");
  write('program.spec.ts', "import { spawn } from 'node:child_process';\n");
  expect(quickSpecs(root)).toEqual(['libs/one/src/pure.spec.ts']);
});

it('given this repository, when chosen, then pure specs are quick and those of databases are not', () => {
  const repository = join(import.meta.dirname, '../..');
  const specs = quickSpecs(repository);
  expect(allSpecs(repository)).toEqual(expect.arrayContaining(slow));
  expect(specs.filter((path) => slow.includes(path))).toEqual([]);
  expect(specs).toContain('libs/free-busy/src/order.spec.ts');
  expect(specs.filter((path) => /answer-queries|embedded-postgres|crash|\/dev\//.test(path))).toEqual([]);
  expect(specs.length).toBeGreaterThan(80);
});
