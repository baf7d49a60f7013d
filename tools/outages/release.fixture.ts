import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../k8s/program.fixture.js';
import { isUnreachable } from '../package/registry.mjs';

const run = promisify(execFile);
const releasedIn = (checkout: string) => join(checkout, 'libs/contracts/released');
const number = (version: string) => version.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);

/** npm's error when it cannot reach its registry. */

export interface Release {
  version: string;
  /** Its checkout, built; absent if it is not available. */
  folder?: string;
  /** The reason. */
  missing?: string;
}

/** The newest version whose contracts are stored. */
const newestRelease = (checkout: string): string =>
  readdirSync(releasedIn(checkout)).sort((one, other) => number(other) - number(one))[0]!;

/** Unpacks a commit of a checkout, installs its dependencies and builds it. */
async function build(checkout: string, commit: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const env = { ...process.env, GIT_INDEX_FILE: `${folder}.index` };
  await run('git', ['-C', checkout, 'read-tree', commit], { env });
  await run('git', ['-C', checkout, 'checkout-index', '--all', `--prefix=${folder}/`], { env });
  await rm(env.GIT_INDEX_FILE);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 64 * 1_048_576 });
}

/** The build of a checkout's newest release, created once and cached in `.cache/releases`. */
export async function builtRelease(checkout = root): Promise<Release> {
  const version = newestRelease(checkout);
  const folder = join(checkout, '.cache/releases', version);
  if (existsSync(join(folder, 'dist/gateway.js'))) return { version, folder };
  const commit = readFileSync(join(releasedIn(checkout), version, 'commit'), 'utf8').trim();
  const known = await run('git', ['-C', checkout, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (!known) return { version, missing: `the commit of release ${version} (${commit}) is not in this clone` };
  try {
    await build(checkout, commit, `${folder}.making`);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return { version, missing: `release ${version} cannot be installed: npm's registry cannot be reached` };
  }
  await rename(`${folder}.making`, folder);
  return { version, folder };
}
