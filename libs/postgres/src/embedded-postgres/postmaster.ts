import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import { type Installation, programEnvironment } from './cluster.js';
import type { Places } from './location.js';
import type { OsAccount } from './os-account.js';

const run = promisify(execFile);
const LOG_LIMIT = 10 * 1024 * 1024;

/** All-in-one with PostgreSQL must fit in 512 MB: few processes, 64 MB of shared buffers. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '512MB',
  io_method: 'sync',
  jit: 'off',
  huge_pages: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_max_workers: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
};
const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

interface PostmasterOptions {
  binaries: Binaries;
  places: Places;
  account: OsAccount;
  port: number;
  /** No durability, and the server ends when this process does: for tests. */
  throwaway: boolean;
}

/** Starts the server in a separate session (a terminal's Ctrl-C must not reach it before the services have closed). */
export async function spawnPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { binaries, places, account, port, throwaway } = options;
  const chosen = Object.entries({ ...settings, ...(throwaway ? throwawaySettings : {}), port: String(port) });
  const args = ['-D', places.cluster, ...chosen.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const log = await openLog(places.log);
  try {
    const common = { ...account, cwd: places.home, env: programEnvironment, detached: true };
    if (!throwaway) return spawn(binaries.postgres, args, { ...common, stdio: ['ignore', log, log] });
    // The shell's input ends when this process ends, for any reason; the shell then stops the server.
    const watch = '"$@" </dev/null & pid=$!; cat >/dev/null; kill -QUIT $pid; wait $pid';
    return spawn('/bin/sh', ['-c', watch, 'sh', binaries.postgres, ...args], { ...common, stdio: ['pipe', log, log] });
  } finally {
    closeSync(log);
  }
}

async function openLog(path: string): Promise<number> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT) await truncate(path);
  return openSync(path, 'a', 0o600);
}

/** Content of `postmaster.pid`: lines 1, 4 and 8 of PostgreSQL's own format. */
interface PidFile {
  pid: number;
  port: number;
}

export async function readPidFile(places: Places): Promise<PidFile | undefined> {
  const text = await readFile(join(places.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port } : undefined;
}

/** True if the process runs and is PostgreSQL; after a reboot another program may have a dead server's pid. */
export async function isPostgres(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => processInfo(pid));
  return /postgres/.test(status) && !/^State:\s+Z/m.test(status);
}

/** Without /proc (macOS). */
async function processInfo(pid: number): Promise<string> {
  return run('ps', ['-p', String(pid), '-o', 'comm=']).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

export async function dropPidFile(places: Places): Promise<void> {
  await rm(join(places.cluster, 'postmaster.pid'), { force: true });
}

/**
 * Stops any server that runs on the cluster and closes its connections; `fast` writes a checkpoint, `immediate` does not.
 */
export async function stopServer(
  { binaries, places, account }: Installation,
  mode: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  const args = ['stop', '-D', places.cluster, '-m', mode, '-w', '-t', '20'];
  await run(binaries.pgCtl, args, { ...account, cwd: places.home, env: programEnvironment }).catch(
    async (error: Error & { stderr?: string }) => {
      if ((await readPidFile(places)) !== undefined)
        throw new Error(`PostgreSQL did not stop: ${error.stderr?.trim() || error.message}`);
    },
  );
}

/** A TCP port on 127.0.0.1 that no program listens on now. */
export async function freeLoopbackPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
