#!/usr/bin/env node
// npm run bench:availability: availability over HTTP, members with 200 events a month, 20 % of them recurring.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPool } from '@kalends/postgres';
import { freePort, startTestDatabase, waitUntil } from '@kalends/testing';
import { stolenTicks } from './lib/host.mjs';
import { load, median, report } from './lib/measure.mjs';
import { publishPeople } from './lib/people.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const paced = fileURLToPath(new URL('lib/paced.mjs', import.meta.url));
const adminKey = 'bench-admin-key-0123456789';
const day = 86_400_000;
const seconds = Number(process.env.BENCH_SECONDS || 10);

const call = async (method, url, token, body) => {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
};

const database = await startTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'kalends-bench-'));
const port = await freePort();
// as in `npm start`
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
  cwd: root,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_PORT: String(await freePort()),
    ADMIN_KEY: adminKey,
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    AVAILABILITY_MAX_SPAN: '120',
    LOG_LEVEL: process.env.BENCH_LOG || 'error',
  },
  stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit'],
});
const base = `http://127.0.0.1:${port}`;
const isReady = () =>
  fetch(`${base}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
await waitUntil(isReady, { timeout: 30_000 });

const application = await call('POST', `${base}/admin/v1/applications`, adminKey, { name: 'Bench', redirect_uris: [] });
const accounts = `${base}/admin/v1/applications/${application.client_id}/accounts`;
const people = [];
for (let index = 0; index < 100; index += 1) {
  people.push(await call('POST', accounts, adminKey, { email: `person${index}@example.com` }));
}
const start = Math.ceil(Date.now() / day) * day;
const count = await publishPeople({
  databaseUrl: database.url,
  people,
  from: start - 10 * day,
  to: start + 95 * day,
  onProgress: () => undefined,
});
// every consumer of events must have finished; otherwise its work would be measured too
const db = createPool({ url: database.url, schema: 'availability', max: 1 });
for (const table of ['availability.event', 'gateway.event_state']) {
  for (let projected = 0; projected < count;) {
    await delay(1_000);
    projected = Number((await db.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
    process.stderr.write(`\r${table}: ${projected} of ${count}   `);
  }
  process.stderr.write('\n');
}
await db.query('VACUUM ANALYZE');
await db.query('CHECKPOINT');
await db.end();

const headers = { authorization: `Bearer ${application.client_secret}`, 'content-type': 'application/json' };
const url = `${base}/v1/availability`;
const isoOf = (ms) => new Date(ms).toISOString().replace('.000', '');
const bodyOf = (members, days) =>
  JSON.stringify({
    participants: [{ members: people.slice(0, members).map(({ sub }) => ({ sub })), required: Math.ceil(members / 2) }],
    required_duration: { minutes: 30 },
    query_periods: [{ start: isoOf(start), end: isoOf(start + days * day) }],
  });
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];

/**
 * Requests at a fixed rate, whether answered or not: p50 and p99 in ms from when each was due; and p99 of those during which
 * the host took no CPU time from this machine, with their share.
 */
async function atRate(body, perSecond, total) {
  const sender = spawn(process.execPath, [paced], { stdio: ['pipe', 'pipe', 'inherit'] });
  sender.stdin.end(JSON.stringify({ url, headers, body, perSecond, total }));
  const results = (await json(sender.stdout)).sort((a, b) => a.ms - b.ms);
  const times = results.map(({ ms }) => ms);
  const undisturbed = results.filter(({ undisturbed: isUndisturbed }) => isUndisturbed).map(({ ms }) => ms);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    // if the host takes time from every request, there is nothing to select
    undisturbed: quantile(undisturbed.length > 0 ? undisturbed : times, 0.99),
    share: undisturbed.length / times.length,
  };
}

const rows = [];
const ms = (value) => `${value.toFixed(1)} ms`;
for (const [members, days, rate, bound] of [
  [10, 14, 20, undefined],
  [30, 31, 20, 25],
  [100, 90, 2, 120],
]) {
  const body = bodyOf(members, days);
  // saturation first, which also warms up every process
  const saturated = await load({ url, method: 'POST', headers, body, seconds: Math.min(seconds, 5), concurrency: 8 });
  await delay(1_000);
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push(await atRate(body, rate, Math.max(20, rate * seconds)));
  const middle = (name) => median(runs.map((one) => one[name]));
  const p99 = middle('p99');
  const reportsStolen = stolenTicks() !== undefined;
  rows.push({
    measure: `${members} members × ${days} days at ${rate} requests/s, median of 3: p99 in ms (p50 ${ms(middle('p50'))})`,
    ours: ms(p99),
    ratio: p99,
    bound,
    forgiven: reportsStolen,
  });
  if (reportsStolen) {
    const share = middle('share');
    const enough = share >= 0.5;
    rows.push({
      measure: `the same, for the ${Math.round(share * 100)} % during which the host took no CPU time${enough ? '' : ' (too few to judge)'}`,
      ours: ms(middle('undisturbed')),
      ratio: middle('undisturbed'),
      bound,
      forgiven: !enough,
    });
  }
  rows.push({ measure: `the same, requests/s, 8 in flight`, ours: saturated.perSecond.toFixed(1) });
}

async function typical(members, days) {
  const body = bodyOf(members, days);
  const times = [];
  for (let index = 0; index < 15; index += 1) {
    const began = performance.now();
    await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer();
    times.push(performance.now() - began);
  }
  return quantile(
    times.slice(3).sort((a, b) => a - b),
    0.5,
  );
}

/** Growth from a tenth of the work to all of it, compared to n log n. */
async function growth(name, sizes, measure) {
  const times = [];
  for (const size of sizes) times.push(await measure(size));
  const listed = sizes.map((size, index) => `${size}: ${ms(times[index])}`).join(', ');
  const [small, large] = [sizes.at(-2), sizes.at(-1)];
  const allowed = (large * Math.log2(large + 1)) / (small * Math.log2(small + 1));
  rows.push({
    measure: `${name}: ${listed}; growth of the last step compared to n log n`,
    ours: (times.at(-1) / times.at(-2)).toFixed(2),
    baseline: allowed.toFixed(2),
    ratio: times.at(-1) / times.at(-2) / allowed,
    bound: 1,
  });
}
await growth('members × 31 days', [1, 3, 10, 30, 100], (members) => typical(members, 31));
await growth('30 members × days', [1, 3, 10, 30, 90], (days) => typical(30, days));

const tolerable = report(`availability: ${count} events of 100 people`, rows);
const ended = once(child, 'exit');
child.kill('SIGTERM');
await ended;
await database.stop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = tolerable ? 0 : 1;
