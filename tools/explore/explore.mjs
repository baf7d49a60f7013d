#!/usr/bin/env node
// Explores pages at random in a real browser: `node tools/explore/explore.mjs [console|booking] [minutes]`, 5 by default; in turn with
// the width of a desk and of a phone, with new data every five minutes. The console: rounds of a minute, each with a new session. Booking
// pages: rounds of a quarter of a minute, each with a new link. Fails if a property is violated, and names the trace, which
// `bombadil browser test --reproduce` repeats.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const what = process.argv[2] ?? 'console';
const seconds = { console: 60, booking: 15 }[what];
if (!seconds) throw new Error('console or booking?');
const rounds = Math.round((Number(process.argv[3] ?? 5) * 60) / seconds);
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
    PAGES_PER_MINUTE: 0,
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
  const ids = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
  return { origin, ids, stop: async () => (program.kill('SIGTERM'), await ended) };
}

async function answerTo(url, { headers, ...body }) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** The console, with the cookie of a new session with the admin's role. */
async function openConsole({ origin, ids: { admin_key: key } }) {
  const response = await answerTo(`${origin}/console/session`, { headers: { origin }, key });
  const cookie = `${response.headers.get('set-cookie').split(';')[0]}; Path=/; HttpOnly`;
  return { url: `${origin}/console`, properties: 'properties.js', options: ['--cookie', cookie] };
}

const oneOf = (values, round) => values[round % values.length];

/** A new link; what is offered differs from round to round. */
async function openBookingPage({ origin, ids: { client_secret, sub, calendar_id } }, round) {
  const day = (after) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
  const response = await answerTo(`${origin}/v1/real_time_scheduling`, {
    headers: { authorization: `Bearer ${client_secret}` },
    oauth: { redirect_uri: 'http://127.0.0.1:8080/callback' },
    event: { event_id: `explored-${round}`, summary: 'Explored' },
    availability: {
      participants: [{ members: [{ sub }], required: 'all' }],
      required_duration: { minutes: oneOf([25, 30, 60, 45], round) },
      query_periods: [1, 2, 8, 30].map((after) => ({
        start: `${day(after)}T08:00:00Z`,
        end: `${day(after)}T${oneOf([10, 17], round)}:10:00Z`,
      })),
      ...oneOf([{}, { response_format: 'slots' }, { start_interval: { minutes: 60 } }], round),
    },
    target_calendars: [{ sub, calendar_id }],
    tzid: oneOf(['Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/London'], round),
    selection_mode: oneOf(['confirm', 'no_confirm'], round),
    callback_urls: { no_times_suitable_url: 'http://127.0.0.1:9/none' },
  });
  return { url: (await response.json()).url, properties: 'booking-properties.js', options: [] };
}

async function explore(demo, round, repeats = 0) {
  const [width, height] = round % 2 ? [390, 844] : [1280, 900];
  const trace = join(folder, `round-${round}`);
  const { url, properties, options } = await { console: openConsole, booking: openBookingPage }[what](demo, round);
  const limits = [
    '--time-limit',
    `${seconds}s`,
    '--exit-on-violation',
    '--headless',
    '--no-sandbox',
    '--output-path',
    trace,
  ];
  // an inline script that is changed is not the one whose digest the page's policy has
  const scripts = ['--instrument-javascript', 'files'];
  const size = ['--width', String(width), '--height', String(height), ...scripts, ...options];
  const args = ['exec', '--yes', '--package', tool, '--', 'bombadil', 'browser', 'test', ...limits, ...size];
  const program = spawn('npm', [...args, url, join(root, 'tools/explore', properties)], {
    stdio: ['ignore', 'inherit', 'pipe'],
    cwd: root,
    // its browser library warns about every message that it does not know
    env: { ...process.env, RUST_LOG: 'error' },
  });
  let complaints = '';
  program.stderr.on('data', (chunk) => void (complaints += chunk));
  const [status] = await once(program, 'close');
  process.stderr.write(complaints);
  // the tool lost its browser, and nothing was violated
  const isLost = status !== 0 && complaints.includes('driver error');
  if (isLost && repeats < 3) {
    rmSync(trace, { recursive: true, force: true });
    return explore(demo, round, repeats + 1);
  }
  console.log(
    `round ${round + 1} of ${rounds}, ${width} px: ${status === 0 ? 'nothing violated' : isLost ? 'NOT EXPLORED, the tool lost its browser four times' : `VIOLATED, ${trace}`}`,
  );
  return status === 0;
}

let violated = 0;
for (let round = 0, demo; round < rounds; round++) {
  if (round % (300 / seconds) === 0) {
    await demo?.stop();
    demo = await startDemo(`data-${round}`);
  }
  if (!(await explore(demo, round))) violated++;
  if (round === rounds - 1) await demo.stop();
}
if (violated === 0) rmSync(folder, { recursive: true, force: true });
console.log(`${rounds - violated} passed, ${violated} failed`);
process.exitCode = violated === 0 ? 0 : 1;
