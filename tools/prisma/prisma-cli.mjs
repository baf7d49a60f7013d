import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The version that generates; `@prisma/client` has a separate patch version. */
export const version = '7.10.1';
const folder = fileURLToPath(new URL(`../../.cache/prisma/${version}`, import.meta.url));
const cli = join(folder, 'node_modules/prisma/build/index.js');

/**
 * Installs Prisma's command line into `.cache/prisma`, once. It has a third of the size of all packages and only a schema
 * change needs it, so it is not a dependency. Rejects with a one-line reason if the registry cannot be reached.
 */
async function installPrisma() {
  if (existsSync(cli)) return;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(join(dirname(folder), 'install-'));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--fetch-retries=0'];
  try {
    await run('npm', ['install', '--prefix', work, ...quiet, `prisma@${version}`]);
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    if (!existsSync(cli))
      throw new Error(`Prisma ${version} cannot be installed: ${String(error.stderr).split('\n')[0]}`);
  }
}

/** Why Prisma's command line cannot be run here, in one line; undefined when it can. */
export const missingForPrisma = () =>
  installPrisma().then(
    () => undefined,
    (error) => error.message,
  );

/** Runs Prisma's command line without access to the network or the home directory. */
export async function runPrisma(args, cwd) {
  await installPrisma();
  return run(process.execPath, [cli, ...args], {
    cwd,
    maxBuffer: 32 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      // `generate` accepts any program: it checks that the file exists and never runs it. Without it Prisma downloads one.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      NO_COLOR: '1',
    },
  });
}
