import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { startProxy } from './proxy.js';
import { missingForPython, python } from './python.js';
import { waitUntil } from './wait-until.js';

/** A CalDAV server on 127.0.0.1 with one user, `ada`, whose password is `secret`. */
export interface OneUserServer {
  /** Its root, ending in a slash. */
  url: string;
  /** The collection that contains the user's calendars. */
  home: string;
  /** Adds many objects to a calendar in one step, which is faster than over HTTP. */
  fill?(path: string, objects: ReadonlyMap<string, string>): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** Why Xandikos cannot be started here; undefined if it can. */
export const missingForXandikos = (): string | undefined => missingForPython('xandikos', 'xandikos==0.4.10');

/**
 * Xandikos stores a calendar as a git repository, with a commit for each object that is put: this makes one commit for all.
 */
async function commitAll(folder: string, objects: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, object] of objects) await writeFile(join(folder, name), object);
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-m', 'fill');
}

const expected = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

/** A Xandikos for one test, behind a proxy that requires the password, as Xandikos itself does not over plain HTTP. */
export async function startXandikos(): Promise<OneUserServer> {
  const dir = await mkdtemp(join(tmpdir(), 'kalends-xandikos-'));
  const port = await freePort();
  const options = [
    '-d',
    dir,
    '--current-user-principal',
    '/ada/',
    '--autocreate',
    '-l',
    '127.0.0.1',
    '-p',
    String(port),
  ];
  const child = spawn(python(), ['-m', 'xandikos', 'serve', ...options, '--no-detect-systemd'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: dir },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const exited = once(child, 'exit');
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`Xandikos ended immediately: ${output}`);
      return (await fetch(`http://127.0.0.1:${port}/`)).status > 0;
    },
    { what: 'Xandikos to answer', timeout: 60_000, interval: 50 },
  );
  const proxy = await startProxy(`http://127.0.0.1:${port}/`);
  proxy.misbehave(async ({ request }, response) => {
    if (request.headers.authorization === expected) return false;
    response.writeHead(401, { 'www-authenticate': 'Basic realm="calendars"' }).end();
    return true;
  });
  const { url } = proxy;
  return {
    url,
    home: `${url}ada/calendars/`,
    fill: (path, objects) => commitAll(join(dir, 'ada/calendars', path), objects),
    stop: async () => {
      await proxy.stop();
      child.kill('SIGKILL');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
