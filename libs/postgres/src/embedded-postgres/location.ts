import { createHash } from 'node:crypto';
import { chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OsAccount } from './os-account.js';

const OUTSIDE = '/var/lib/kalends';

/** The locations of an embedded PostgreSQL; all absolute. */
export interface Places {
  dataDir: string;
  /** Directory that contains the cluster; belongs to the account that PostgreSQL runs as. */
  home: string;
  cluster: string;
  log: string;
  /** 0600, in dataDir. */
  passwordFile: string;
}

/**
 * Chooses and creates the directories. The cluster is in `<dataDir>/postgres` unless the account cannot reach it (root below
 * a private home): then it is below /var/lib/kalends, and `<dataDir>/postgres.location` records the location permanently.
 */
export async function findPlaces(
  dataDir: string,
  accountOf: (cluster: string) => Promise<OsAccount>,
): Promise<Places & { account: OsAccount }> {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir);
  const noted = await readFile(join(real, 'postgres.location'), 'utf8').catch(() => undefined);
  const inside = join(real, 'postgres');
  const account = await accountOf(join(noted?.trim() || inside, 'cluster'));
  const home = noted?.trim() || (await chooseHome(real, inside, account));
  await mkdir(home, { recursive: true });
  if (account.uid !== undefined) await chown(home, account.uid, account.gid ?? account.uid);
  return {
    account,
    dataDir: real,
    home,
    cluster: join(home, 'cluster'),
    log: join(real, 'postgres.log'),
    passwordFile: join(real, 'postgres.password'),
  };
}

async function chooseHome(dataDir: string, inside: string, account: OsAccount): Promise<string> {
  if (await canReach(dataDir, account)) return inside;
  const outside = join(OUTSIDE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await writeFile(join(dataDir, 'postgres.location'), `${outside}\n`);
  return outside;
}

/** Directory that several clusters share, reachable by every account. Only root can create it. */
export const sharedPlace = OUTSIDE;

/** True if the account may enter the directory, that is search it and everything above it. */
export async function canReach(directory: string, account: OsAccount): Promise<boolean> {
  if (account.uid === undefined) return true;
  for (let current = directory; ; current = dirname(current)) {
    const { mode, uid, gid } = await stat(current);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dirname(current) === current) return true;
  }
}
