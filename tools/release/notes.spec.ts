import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { missingForRelease, notesOf } from './notes.mjs';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-25\n\n- Two.\n\n## [0.1.0] - 2026-11-01\n\n- One.\n';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kalends-release-'));
  for (const folder of ['apps/one', 'libs/two', 'libs/contracts/released/0.2.0'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const path of ['package.json', 'apps/one/package.json', 'libs/two/package.json', 'libs/contracts/package.json'])
    writeFileSync(join(root, path), '{ "version": "0.2.0" }');
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
});
afterEach(() => rmSync(root, { recursive: true }));

it('given a changelog, when a version is looked up, then only its section is returned', () => {
  expect(notesOf(changelog, '0.2.0')).toBe('- Two.');
  expect(notesOf(changelog, '0.1.0')).toBe('- One.');
  expect(notesOf(changelog, '0.20')).toBeUndefined();
});

it('given a tree with the version, when checked, then nothing is missing', () => {
  expect(missingForRelease(root, '0.2.0')).toEqual([]);
});

it('given a tree without the version, when checked, then each missing thing is listed', () => {
  writeFileSync(join(root, 'apps/one/package.json'), '{ "version": "0.1.0" }');
  expect(missingForRelease(root, '0.2.0')).toEqual(['apps/one/package.json has version 0.1.0']);
  expect(missingForRelease(root, '0.3.0')).toEqual([
    'package.json has version 0.2.0',
    'apps/one/package.json has version 0.1.0',
    'libs/contracts/package.json has version 0.2.0',
    'libs/two/package.json has version 0.2.0',
    'CHANGELOG.md does not describe 0.3.0',
    'libs/contracts/released/0.3.0 is missing: node libs/contracts/tools/release.mjs 0.3.0',
  ]);
});
