/**
 * `npm run dev`: the five services from their sources in one process, with the embedded PostgreSQL, restarted after every
 * change. Types are not checked here. A standby process has loaded all packages, so that a change is live within two
 * seconds. The previous process is killed, which is safe: its PostgreSQL survives and is taken over.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { watch } from 'rolldown';
import { generateClients } from '../prisma/generate.mjs';
import { bundleOptions } from './bundle-sources.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', `dev-${process.pid}`);
const inspect = Number(process.env.INSPECT_PORT || 9229);
const ready = 'Kalends answers at';
const report = (line) => process.stderr.write(`dev: ${line}\n`);
const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(2)} s`;

let packages = [];
let running;
let waiting;
let changedAt = performance.now();
let changed = 'the first start';
let queue = Promise.resolve();

function prepare() {
  // a separate process group: Ctrl-C reaches it once, through this process
  const child = fork(fileURLToPath(new URL('program.mjs', import.meta.url)), {
    cwd: root,
    detached: true,
    env: { ...process.env, ...(process.stdout.isTTY ? { LOG_FORMAT: process.env.LOG_FORMAT || 'pretty' } : {}) },
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.send({ packages });
  return child;
}

const isAlive = (child) => child !== undefined && child.exitCode === null && child.signalCode === null;

async function end(child, signal) {
  if (!isAlive(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function restart() {
  const [since, what] = [changedAt, changed];
  await end(running, 'SIGKILL');
  running = isAlive(waiting) ? waiting : prepare();
  running.stdout.on('data', (text) => {
    process.stdout.write(text);
    if (String(text).includes(ready)) report(`${what} is live after ${seconds(since)}`);
  });
  running.send({ inspect, start: pathToFileURL(join(folder, 'all-in-one.js')).href });
  waiting = prepare();
}

await generateClients();
const watcher = watch(bundleOptions(root, folder, (names) => (packages = names)));
watcher.on('change', (path) => {
  changedAt = performance.now();
  changed = path.replace(root, '');
});
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') queue = queue.then(restart);
  if (event.code === 'ERROR') report(`${event.error.message}\ndev: the previous version keeps running`);
  event.result?.close();
});

async function stop() {
  await watcher.close();
  await queue;
  await Promise.all([end(running, 'SIGTERM'), end(waiting, 'SIGKILL')]);
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
let stopping;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    // a second one ends it immediately, as with `npm start`
    if (stopping) running?.kill('SIGTERM');
    stopping ??= stop();
  });
}
