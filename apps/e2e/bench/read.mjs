#!/usr/bin/env node
// npm run bench:read: pages of 100 over HTTP, compared to a bare node:http + pg server over the same rows, and to Radicale's
// calendar-query. BENCH_TLS=1: both sides connect to PostgreSQL over TLS.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '@kalends/postgres';
import { freePort, missingForRadicale, startRadicale, startTestDatabase, waitUntil } from '@kalends/testing';
import { publishAccount } from './lib/account.mjs';
import { alternate, load, report } from './lib/measure.mjs';
import { overTls } from './lib/over-tls.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pool = '5';
const adminKey = 'bench-admin-key-0123456789';
const day = 86_400_000;
const seconds = Number(process.env.BENCH_SECONDS || 4);
const rounds = Number(process.env.BENCH_ROUNDS || 5);

function start(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit'],
  });
  return {
    child,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

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
const databaseUrl = process.env.BENCH_TLS ? await overTls(database.url) : database.url;
const dataDir = await mkdtemp(join(tmpdir(), 'kalends-bench-'));
const [ownPort, barePort] = [await freePort(), await freePort()];
// as in `npm start`
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const own = start(scripts.start.split(' ').slice(1), {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PORT: String(ownPort),
  SMTP_PORT: '0',
  DATABASE_POOL: pool,
  ADMIN_KEY: adminKey,
  RATE_LIMIT_PER_SECOND: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: process.env.BENCH_LOG || 'error',
});
const base = `http://127.0.0.1:${ownPort}`;
await waitUntil(
  () =>
    fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  { timeout: 30_000 },
);

const application = await call('POST', `${base}/admin/v1/applications`, adminKey, { name: 'Bench', redirect_uris: [] });
const account = await call('POST', `${base}/admin/v1/applications/${application.client_id}/accounts`, adminKey, {
  email: 'ada@example.com',
});
const now = Date.now();
const began = performance.now();
await publishAccount({ databaseUrl: database.url, accountId: account.sub, count: 10_000, now });
const db = createPool({ url: database.url, schema: 'gateway', max: 1 });
await waitUntil(async () => (await db.query('SELECT count(*) AS n FROM event_state')).rows[0].n === 10_000, {
  timeout: 120_000,
  interval: 250,
  what: 'the projection',
});
process.stderr.write(`projected 10,000 events in ${Math.round(performance.now() - began)} ms\n`);
// the same rows, each side with its optimal index: the planner cannot choose the other's
await db.query('CREATE TABLE bench_occurrence AS SELECT * FROM occurrence');
await db.query('CREATE INDEX ON bench_occurrence (account_id, start_ms, calendar_id, event_uid, instance)');
await db.query('VACUUM ANALYZE');
const {
  rows: [{ n: occurrences }],
} = await db.query('SELECT count(*) AS n FROM occurrence');

const bare = start(['apps/e2e/bench/lib/bare-server.mjs'], {
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: pool,
  PORT: String(barePort),
});
await waitUntil(
  () =>
    fetch(`http://127.0.0.1:${barePort}/ready`).then(
      () => true,
      () => false,
    ),
  { timeout: 10_000 },
);

const date = (ms) => new Date(ms).toISOString().slice(0, 10);
const headers = { authorization: `Bearer ${account.access_token}` };
const windows = { '14 days': [now, now + 13 * day], default: [now - 42 * day, now + 201 * day] };
const rows = [{ measure: 'occurrences materialised', ours: occurrences }];
let fortnight;
for (const [name, [from, to]] of Object.entries(windows)) {
  const range = name === 'default' ? '' : `&from=${date(from)}&to=${date(to)}`;
  const ownUrl = `${base}/v1/events?tzid=Etc/UTC${range}`;
  const bareUrl = `http://127.0.0.1:${barePort}/?from=${date(from)}&to=${date(to + day)}`;
  await load({ url: ownUrl, headers, seconds: 2 });
  await load({ url: bareUrl, headers, seconds: 2 });
  const result = await alternate(
    { ours: () => load({ url: ownUrl, headers, seconds }), bare: () => load({ url: bareUrl, headers, seconds }) },
    rounds,
  );
  if (name === '14 days') fortnight = result.ours;
  rows.push({
    measure: `page of 100, ${name}, 16 in flight, requests/s`,
    ours: Math.round(result.ours.perSecond),
    baseline: `${Math.round(result.bare.perSecond)} (bare node:http + pg)`,
    ratio: result.ours.perSecond / result.bare.perSecond,
    bound: 0.55,
    atLeast: true,
  });
  rows.push({ measure: `the same, p99 in ms`, ours: result.ours.p99, baseline: result.bare.p99 });
}

rows.push(...(await withDistinctWindows()));

/** A window repeats only after 20,000 others, so that no cache helps. */
function distinctWindows() {
  let index = 0;
  return () => {
    index += 1;
    const from = now + ((index % 601) - 300) * day;
    return [from, from + (12 + (Math.floor(index / 601) % 34)) * day];
  };
}

async function withDistinctWindows() {
  const [ownWindow, bareWindow] = [distinctWindows(), distinctWindows()];
  const ownPath = () => {
    const [from, to] = ownWindow();
    return `/v1/events?tzid=Etc/UTC&from=${date(from)}&to=${date(to)}`;
  };
  const barePath = () => {
    const [from, to] = bareWindow();
    return `/?from=${date(from)}&to=${date(to + day)}`;
  };
  const bareBase = `http://127.0.0.1:${barePort}`;
  const { ours, bare: bareResult } = await alternate(
    {
      ours: () => load({ url: base, pathOf: ownPath, headers, seconds }),
      bare: () => load({ url: bareBase, pathOf: barePath, headers, seconds }),
    },
    rounds,
  );
  return [
    {
      measure: 'page of 100, another window each time (13 to 46 days), requests/s',
      ours: Math.round(ours.perSecond),
      baseline: `${Math.round(bareResult.perSecond)} (bare node:http + pg)`,
      ratio: ours.perSecond / bareResult.perSecond,
      bound: 0.5,
      atLeast: true,
    },
    { measure: 'the same, p99 in ms', ours: ours.p99, baseline: bareResult.p99 },
  ];
}

if (missingForRadicale()) rows.push({ measure: 'Radicale', ours: `left out: ${missingForRadicale()}` });
else rows.push(await besideRadicale());

async function besideRadicale() {
  const radicale = await startRadicale({ users: { ada: 'secret' } });
  const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  const calendar = `${radicale.url.replace(/\/$/, '')}/ada/bench/`;
  const stamp = (ms) => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const events = Array.from({ length: 2_000 }, (_, index) => {
    const start = now + (((index * 0.4) % 800) - 400) * day;
    const rule = index % 5 === 0 ? ['RRULE:FREQ=WEEKLY'] : [];
    return [
      'BEGIN:VEVENT',
      `UID:bench-${index}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(start)}`,
      `DTEND:${stamp(start + 3_600_000)}`,
      `SUMMARY:Event ${index}`,
      ...rule,
      'END:VEVENT',
    ].join('\r\n');
  });
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//bench//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
  const put = await fetch(calendar, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'text/calendar' },
    body: whole,
  });
  if (!put.ok) throw new Error(`Radicale: PUT ${put.status}`);
  const body = `<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${stamp(now)}" end="${stamp(now + 14 * day)}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
  const query = async () => {
    const answer = await fetch(calendar, {
      method: 'REPORT',
      headers: { authorization, depth: '1', 'content-type': 'application/xml' },
      body,
    });
    if (answer.status !== 207) throw new Error(`Radicale: REPORT ${answer.status}`);
    await answer.text();
  };
  await query();
  let count = 0;
  const from = performance.now();
  while (performance.now() - from < (seconds + 4) * 1000) {
    await query();
    count += 1;
  }
  const perSecond = count / ((performance.now() - from) / 1000);
  await radicale.stop();
  return {
    measure: "14 days of one calendar of 2,000 events, requests/s, compared to a warm Radicale's calendar-query",
    ours: Math.round(fortnight.perSecond),
    baseline: perSecond.toFixed(2),
    ratio: fortnight.perSecond / perSecond,
    bound: 300,
    atLeast: true,
  };
}

const tolerable = report('bench:read', rows);
await db.end();
await bare.stop();
await own.stop();
await database.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(tolerable ? 0 : 1);
