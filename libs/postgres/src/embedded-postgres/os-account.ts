import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The OS account that PostgreSQL runs as; undefined fields mean "the same as this process". */
export interface OsAccount {
  uid?: number;
  gid?: number;
}

/** True if this process runs as root, which PostgreSQL refuses. */
export function isRoot(): boolean {
  return userInfo().uid === 0;
}

/**
 * The account for a cluster: this process' own unless it is root; for root the owner of an existing cluster, otherwise the
 * OS user `postgres`, which is created if absent. Throws with a remedy if that is not possible.
 */
export async function accountFor(clusterDir: string): Promise<OsAccount> {
  if (!isRoot()) return {};
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await lookUp('postgres');
  if (existing !== undefined) return existing;
  await createUser('postgres');
  const created = await lookUp('postgres');
  if (created === undefined) {
    throw new Error(
      'PostgreSQL does not run as root and the OS user "postgres" could not be created: create it or set DATABASE_URL',
    );
  }
  return created;
}

async function lookUp(name: string): Promise<OsAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** shadow-utils' useradd (Debian, Red Hat), else BusyBox' adduser (Alpine). */
async function createUser(name: string): Promise<void> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]).catch(
    () => run('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]).catch(() => undefined),
  );
}
