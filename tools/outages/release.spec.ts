import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtRelease } from './release.fixture.js';

const nowhere = 'http://127.0.0.1:9/';

describe('the build of a release', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'kalends-release-'));
    vi.stubEnv('npm_config_registry', nowhere);
    vi.stubEnv('npm_config_fetch_retries', '0');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(checkout, { recursive: true });
  });

  const git = (...args: string[]) =>
    execFileSync('git', ['-C', checkout, '-c', 'user.name=spec', '-c', 'user.email=spec@example.com', ...args], {
      encoding: 'utf8',
    }).trim();

  /** A checkout whose last release is a package with these dependencies, and that release's commit. */
  function released(dependencies: Record<string, string>, script: string): string {
    const own = { name: 'a', version: '0.10.0', dependencies };
    const locked = Object.keys(dependencies).map((name) => [
      `node_modules/${name}`,
      { version: '1.0.0', resolved: `${nowhere}${name}-1.0.0.tgz`, integrity: 'sha512-AAAA' },
    ]);
    const lock = { ...own, lockfileVersion: 3, packages: { '': own, ...Object.fromEntries(locked) } };
    writeFileSync(join(checkout, 'package.json'), JSON.stringify({ ...own, scripts: { prepare: script } }));
    writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'Release 0.10.0');
    return git('rev-parse', 'HEAD');
  }

  function store(version: string, commit: string): void {
    const folder = join(checkout, 'libs/contracts/released', version);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'commit'), `${commit}\n`);
  }

  it('given its commit, when it is built, then the build exists, and is not repeated', async () => {
    const commit = released({}, 'mkdir dist && touch dist/gateway.js');
    store('0.9.0', '0'.repeat(40));
    store('0.10.0', commit);
    const { version, folder, missing } = await builtRelease(checkout);
    expect([version, missing]).toEqual(['0.10.0', undefined]);
    writeFileSync(join(folder!, 'mark'), '');
    await builtRelease(checkout);
    expect(existsSync(join(folder!, 'mark'))).toBe(true);
  });

  it('given a clone without its commit, when requested, then that is the reason that it is missing', async () => {
    released({}, 'true');
    store('0.10.0', '0'.repeat(40));
    const { folder, missing } = await builtRelease(checkout);
    expect(folder).toBeUndefined();
    expect(missing).toMatch(/is not in this clone/);
  });

  it('given a registry that cannot be reached, when it is installed, then that is the reason that it is missing', async () => {
    store('0.10.0', released({ b: '1.0.0' }, 'true'));
    const { folder, missing } = await builtRelease(checkout);
    expect(folder).toBeUndefined();
    expect(missing).toMatch(/registry cannot be reached/);
  });

  it('given a build that fails, when requested, then that is no reason to skip', async () => {
    store('0.10.0', released({}, 'false'));
    await expect(builtRelease(checkout)).rejects.toThrow();
  });
});
