import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@kalends/postgres';
import { freePort, waitUntil } from '@kalends/testing';

/** Debian's: the embedded PostgreSQL has no `pg_basebackup`. */
const installed = '/usr/lib/postgresql';
const binaries = existsSync(installed)
  ? readdirSync(installed)
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => ['initdb', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
  : undefined;

/** PostgreSQL refuses to run as root. */
const isRoot = userInfo().uid === 0;
const accountId = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
const account = () => (isRoot ? { uid: accountId('-u'), gid: accountId('-g') } : {});

/** Why no replica can be started here; undefined when it can. */
export const missingForReplica = () =>
  binaries === undefined ? 'a replica needs pg_basebackup (Debian: postgresql)' : undefined;

export interface ReplicatedDatabase {
  primaryUrl: string;
  replicaUrl: string;
  /** Ends the replica's server. */
  stopReplica(): Promise<void>;
  stop(): Promise<void>;
}

const program = (name: string, args: string[]) =>
  execFileSync(join(binaries!, name), args, { ...account(), stdio: 'pipe', cwd: '/' });

async function startServer(data: string, port: number): Promise<{ url: string; child: ChildProcess }> {
  appendFileSync(
    join(data, 'postgresql.conf'),
    `port = ${port}\nunix_socket_directories = ''\nfsync = off\nwal_retrieve_retry_interval = 100ms\n`,
  );
  const child = spawn(join(binaries!, 'postgres'), ['-D', data], { ...account(), stdio: 'ignore', cwd: '/' });
  const url = `postgresql://kalends@127.0.0.1:${port}/postgres`;
  const accepts = async () => {
    const pool = createPool({ url, max: 1 });
    await pool.query('SELECT 1').finally(() => pool.end());
    return true;
  };
  await waitUntil(accepts, { what: 'PostgreSQL to accept connections', timeout: 60_000 });
  return { url, child };
}

/** A PostgreSQL and a streaming replica of it, made by `pg_basebackup`. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-replica-'));
  chmodSync(folder, 0o777);
  const [primaryData, replicaData] = [join(folder, 'primary'), join(folder, 'replica')];
  program('initdb', ['-D', primaryData, '-U', 'kalends', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const primaryPort = await freePort();
  const primary = await startServer(primaryData, primaryPort);
  const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'kalends'];
  program('pg_basebackup', [...source, '-D', replicaData, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const replica = await startServer(replicaData, await freePort());
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGQUIT');
    await exited;
  };
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    stopReplica: () => end(replica.child),
    stop: async () => {
      await end(replica.child);
      await end(primary.child);
      rmSync(folder, { recursive: true });
    },
  };
}
