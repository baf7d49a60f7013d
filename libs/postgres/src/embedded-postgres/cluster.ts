import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import type { Places } from './location.js';
import type { OsAccount } from './os-account.js';

const run = promisify(execFile);

/** Name of the only role, the superuser of the embedded cluster, and of the database that services use. */
export const ROLE = 'kalends';

/** The environment of every PostgreSQL program: it excludes the caller's PG* variables and locale. */
export const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The programs, the directories and the OS account of one PostgreSQL. */
export interface Installation {
  binaries: Binaries;
  places: Places;
  account: OsAccount;
}

/**
 * Creates the cluster if there is none and returns the superuser's password (stored 0600 in the data directory). A killed
 * first start leaves only a draft directory, which the next one deletes.
 */
export async function ensureCluster(
  installation: Installation,
  options: { durable: boolean; log: (line: string) => void },
): Promise<string> {
  const { binaries, places } = installation;
  const version = await readFile(join(places.cluster, 'PG_VERSION'), 'utf8').catch(notFound);
  if (version !== undefined) {
    refuseOtherMajor(version.trim(), binaries.version, places.cluster);
    return readPassword(places);
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(places.passwordFile, password, { mode: 0o600 });
  await initialise(installation, password, options.durable);
  options.log(`created a PostgreSQL ${binaries.version} cluster in ${places.cluster}`);
  return password;
}

async function initialise(
  { binaries, places, account }: Installation,
  password: string,
  durable: boolean,
): Promise<void> {
  const draft = join(places.home, 'draft');
  const passwordFile = join(draft, 'password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined) {
    await Promise.all([draft, passwordFile].map((path) => chown(path, account.uid ?? 0, account.gid ?? 0)));
  }
  const cluster = join(draft, 'cluster');
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--locale=C',
      ...options,
      ...(durable ? [] : ['--no-sync']),
      '--no-instructions',
    ],
    { ...account, cwd: places.home, env: programEnvironment },
  ).catch((error: Error & { stderr?: string }) => {
    throw new Error(`PostgreSQL could not be initialised in ${places.home}: ${error.stderr?.trim() || error.message}`);
  });
  await rename(cluster, places.cluster);
  await rm(draft, { recursive: true, force: true });
}

async function readPassword(places: Places): Promise<string> {
  const password = await readFile(places.passwordFile, 'utf8').catch(notFound);
  if (password === undefined)
    throw new Error(`${places.passwordFile} is missing, but the cluster ${places.cluster} needs it`);
  await stat(places.cluster);
  return password.trim();
}

function refuseOtherMajor(clusterVersion: string, binariesVersion: string, cluster: string): void {
  const major = binariesVersion.split('.')[0];
  if (clusterVersion !== major) {
    throw new Error(
      `the cluster ${cluster} was created by PostgreSQL ${clusterVersion}; this release includes ${major}: dump and restore it`,
    );
  }
}

function notFound(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
