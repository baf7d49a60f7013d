import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repositoryFiles } from './repository-files.js';

const root = mkdtempSync(join(tmpdir(), 'kalends-files-'));
afterAll(() => rmSync(root, { recursive: true }));

it('given a checkout or an archive, then its files are those that git would track', () => {
  const write = (path: string, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('.gitignore', 'node_modules/\n*.log\ndocker/.env\n');
  for (const path of ['a.ts', 'libs/one/b.ts', 'libs/one/node_modules/c/d.ts', 'e.log', 'docker/.env', 'docker/f'])
    write(path);
  const expected = ['.gitignore', 'a.ts', 'docker/f', 'libs/one/b.ts'];
  expect(repositoryFiles(root)).toEqual(expected);
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(repositoryFiles(root)).toEqual(expected);
});
