#!/usr/bin/env node
// Explores the console at random in a real browser: `node tools/explore/explore.mjs [minutes]`, 15 by default. Rounds of a minute, each
// with a new session, in turn with the width of a desk and of a phone; every fifth with new data. Fails if a property of
// properties.js is violated, and names the trace, which `bombadil browser test --reproduce` repeats.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv[2] ?? 15);
const tool = '@antithesishq/bombadil@0.7.0';
const folder = mkdtempSync(join(tmpdir(), 'kalends-explore-'));

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The demo on ports and data of its own. */
async function startDemo(name) {
  const [port, simulator] = [await freePort(), await freePort()];
  const data = join(folder, name);
  const env = { ...process.env, PORT: port, SIMULATOR_PORT: simulator, SMTP_PORT: 0, DATA_DIR: data, DEMO: 'true' };
  const limits = {
    RATE_LIMIT_PER_MINUTE: 0,
    RATE_LIMIT_PER_SECOND: 0,
    UNKNOWN_REQUESTS_PER_MINUTE: 0,
    LOG_LEVEL: 'warn',
  };
  const program = spawn(process.execPath, [join(root, 'dist/all-in-one.js')], {
    env: Object.fromEntries(Object.entries({ ...env, ...limits }).map(([key, value]) => [key, String(value)])),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(program, 'exit');
  for (let tries = 0; !(await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok; tries++) {
    if (tries > 600 || program.exitCode !== null) throw new Error('the demo did not start');
    await delay(200);
  }
  const { admin_key: key } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  return { origin, key, stop: async () => (program.kill('SIGTERM'), await ended) };
}

/** The cookie of a new session with the admin's role. */
async function signIn({ origin, key }) {
  const response = await fetch(`${origin}/console/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  if (!response.ok) throw new Error(`signing in: ${response.status}`);
  return response.headers.get('set-cookie').split(';')[0];
}

async function explore(demo, round) {
  const [width, height] = round % 2 ? [390, 844] : [1280, 900];
  const trace = join(folder, `round-${round}`);
  const cookie = `${await signIn(demo)}; Path=/; HttpOnly`;
  const options = ['--time-limit', '60s', '--exit-on-violation', '--headless', '--no-sandbox', '--output-path', trace];
  const size = ['--width', String(width), '--height', String(height), '--cookie', cookie];
  const specification = join(root, 'tools/explore/properties.js');
  const args = ['exec', '--yes', '--package', tool, '--', 'bombadil', 'browser', 'test', ...options, ...size];
  const { status } = spawnSync('npm', [...args, `${demo.origin}/console`, specification], {
    stdio: 'inherit',
    cwd: root,
    // its browser library warns about every message that it does not know
    env: { ...process.env, RUST_LOG: 'error' },
  });
  console.log(
    `round ${round + 1} of ${rounds}, ${width} px: ${status === 0 ? 'nothing violated' : `VIOLATED, ${trace}`}`,
  );
  return status === 0;
}

let violated = 0;
for (let round = 0, demo; round < rounds; round++) {
  if (round % 5 === 0) {
    await demo?.stop();
    demo = await startDemo(`data-${round}`);
  }
  if (!(await explore(demo, round))) violated++;
  if (round === rounds - 1) await demo.stop();
}
if (violated === 0) rmSync(folder, { recursive: true, force: true });
console.log(`${rounds - violated} passed, ${violated} failed`);
process.exitCode = violated === 0 ? 0 : 1;
