import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { missingForPython, python } from './python.js';
import { waitUntil } from './wait-until.js';

export interface RadicaleOptions {
  /** By default a free one; a restart keeps it. */
  port?: number;
  /** Passwords by user name; defaults to `{ ada: 'secret' }`. */
  users?: Record<string, string>;
  /** Content of a rights file (Radicale's `from_file`); by default each user owns everything below their name. */
  rights?: string;
}

/** A CalDAV server for one test on 127.0.0.1. */
export interface Radicale {
  /** Its root, ending in a slash. */
  url: string;
  port: number;
  /** Its data: `<dir>/collections/collection-root/<user>/<calendar>/<name>.ics`. */
  dir: string;
  /** Pid of the running process; changes with `restart`. */
  readonly pid: number;
  /** Replaces the accepted passwords; takes effect immediately. */
  setUsers(users: Record<string, string>): Promise<void>;
  /** Stops it cleanly and deletes its data. */
  stop(): Promise<void>;
  /** Kills it as a power cut would; its data stays. */
  stopHard(): Promise<void>;
  /** Starts it again, after `stopHard` or while it runs, on the same port and data. */
  restart(): Promise<void>;
}

/** Why Radicale cannot be started here; undefined if it can. */
export const missingForRadicale = (): string | undefined => missingForPython('radicale', 'radicale==3.9.0');

const configOf = (dir: string, port: number, rights: boolean) => `[server]
hosts = 127.0.0.1:${port}
max_connections = 40
[auth]
type = htpasswd
htpasswd_filename = ${dir}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = ${rights ? `from_file\nfile = ${dir}/rights` : 'owner_only'}
[storage]
filesystem_folder = ${dir}/collections
[logging]
level = error
`;

const htpasswd = (users: Record<string, string>) =>
  Object.entries(users)
    .map(([user, password]) => `${user}:${password}\n`)
    .join('');

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function launch(dir: string, url: string): Promise<ChildProcess> {
  const child = spawn(python(), ['-m', 'radicale', '--config', join(dir, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  await waitUntil(
    async () => {
      if (child.exitCode !== null) return true;
      return (await fetch(url, { redirect: 'manual' })).status > 0;
    },
    { what: 'Radicale to answer', timeout: 60_000, interval: 50 },
  );
  if (child.exitCode !== null) throw new Error(`Radicale ended immediately: ${output}`);
  return child;
}

const [memory, required] = ['/dev/shm', 512 * 1_048_576];

/**
 * An in-memory directory, if it has room. Radicale flushes each file to the disk before it continues, one for each of 10,000
 * events when first read: minutes on a slow disk, and irrelevant to the tests.
 */
async function dataRoot(): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= required ? memory : tmpdir();
}

/** Starts a Radicale for one test with plain passwords; takes about a second. */
export async function startRadicale(options: RadicaleOptions = {}): Promise<Radicale> {
  const dir = await mkdtemp(join(await dataRoot(), 'kalends-radicale-'));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const setUsers = (users: Record<string, string>) => writeFile(join(dir, 'users'), htpasswd(users));
  await setUsers(options.users ?? { ada: 'secret' });
  await writeFile(join(dir, 'config'), configOf(dir, port, options.rights !== undefined));
  if (options.rights !== undefined) await writeFile(join(dir, 'rights'), options.rights);
  let child = await launch(dir, url);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended(child);
  };
  return {
    url,
    port,
    dir,
    get pid() {
      return child.pid!;
    },
    setUsers,
    stop: async () => {
      await end('SIGTERM');
      await rm(dir, { recursive: true, force: true });
    },
    stopHard: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      child = await launch(dir, url);
    },
  };
}
