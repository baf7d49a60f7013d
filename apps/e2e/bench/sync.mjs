#!/usr/bin/env node
// npm run bench:sync: the first sync of 10,000 events from a warm Radicale, compared to a bare multiget-by-500 + ical.js
// parse.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPool } from '@kalends/postgres';
import { freePort, missingForRadicale, startRadicale, startTestDatabase, waitUntil } from '@kalends/testing';
import { missingForKafka, startKafka } from '../../../tools/kafka/kafka.mjs';
import { peakMemoryOf, startSeparately } from './lib/separate-processes.mjs';
import { median, report } from './lib/measure.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const adminKey = 'bench-admin-key-0123456789';
const count = Number(process.env.BENCH_EVENTS || 10_000);
const rounds = Number(process.env.BENCH_ROUNDS || 5);

if (missingForRadicale()) {
  console.log(`bench:sync is skipped: ${missingForRadicale()}`);
  process.exit(process.env.KALENDS_TEST_ALL === '1' ? 1 : 0);
}

const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const pad = (value) => String(value).padStart(2, '0');
const objectOf = (index) => {
  const day = `2026${pad(1 + (index % 12))}${pad(1 + (index % 28))}`;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//bench//EN',
    ...zone,
    'BEGIN:VEVENT',
    `UID:bench-${index}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART;TZID=Europe/Berlin:${day}T${pad(index % 24)}0000`,
    'DURATION:PT1H',
    `SUMMARY:Event ${index}`,
    'DESCRIPTION:What was agreed last time',
    'LOCATION:Room 12',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
};

const radicale = await startRadicale({ users: { ada: 'secret' } });
const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
const url = `${radicale.url.replace(/\/$/, '')}/ada/bench/`;
const made = await fetch(url, { method: 'MKCALENDAR', headers: { authorization } });
if (made.status !== 201) throw new Error(`MKCALENDAR: ${made.status}`);
const folder = join(radicale.dir, 'collections/collection-root/ada/bench');
for (let index = 0; index < count; index += 1) await writeFile(join(folder, `bench-${index}.ics`), objectOf(index));

const run = promisify(execFile);
const bare = async () => {
  const env = { ...process.env, CALENDAR_URL: url, AUTHORIZATION: authorization };
  const { stdout } = await run(process.execPath, ['apps/e2e/bench/lib/bare-sync.mjs'], { cwd: root, env });
  return Number(stdout);
};
process.stderr.write('warming up Radicale (when cold, this takes a minute or more)\n');
// on a slow machine fetch times out after five minutes; Radicale caches what it has read by then
await bare().catch(bare);
// the first sync-token request writes a file for every object: warm means that these files exist
const outgoing = request(url, { method: 'REPORT', headers: { authorization, depth: '1' } });
outgoing.end(
  '<d:sync-collection xmlns:d="DAV:"><d:sync-token/><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>',
);
const [listed] = await once(outgoing, 'response');
if (listed.statusCode !== 207) throw new Error(`sync-collection: ${listed.statusCode}`);
await once(listed.resume(), 'end');

const database = await startTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'kalends-bench-'));
const port = await freePort();
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  ENCRYPTION_KEY: '00112233445566778899aabbccddeeff'.repeat(2),
  PORT: String(port),
  SMTP_PORT: '0',
  ADMIN_KEY: adminKey,
  RATE_LIMIT_PER_SECOND: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  ALLOW_NETWORKS: '127.0.0.0/8',
  SYNC_INTERVAL: '86400',
  LOG_LEVEL: 'error',
};
// as in `npm start`
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
  cwd: root,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
let base = `http://127.0.0.1:${port}`;
const call = async (method, path, token, body) => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};
await waitUntil(
  () =>
    fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  { timeout: 30_000 },
);
let db = createPool({ url: database.url, schema: 'calendar_sync', max: 1 });

/** Connects a new account and returns when it was stored, and when reads showed all of it. */
async function connect() {
  const application = await call('POST', '/admin/v1/applications', adminKey, { name: 'Bench', redirect_uris: [] });
  const { sub, access_token } = await call(
    'POST',
    `/admin/v1/applications/${application.client_id}/accounts`,
    adminKey,
    { email: 'ada@example.com' },
  );
  const began = performance.now();
  await call('POST', `/admin/v1/accounts/${sub}/profiles`, adminKey, {
    provider_name: 'caldav',
    url: radicale.url,
    username: 'ada',
    password: 'secret',
  });
  const options = { timeout: 300_000, interval: 50 };
  // a cheap query, since it is polled on the same two processors
  const synced = async () =>
    (await db.query('SELECT 1 FROM calendar WHERE account_id = $1 AND href LIKE $2 AND synced', [sub, '%/bench/']))
      .rowCount === 1;
  await waitUntil(synced, { ...options, what: 'calendar-sync to store all' });
  const storedAfter = performance.now() - began;
  const { rows } = await db.query('SELECT count(*) AS n FROM event WHERE account_id = $1', [sub]);
  if (rows[0].n !== count) throw new Error(`${rows[0].n} of ${count} events are stored`);
  const pages = Math.ceil(count / 100);
  const shown = async () =>
    (await call('GET', '/v1/events?tzid=Etc/UTC&from=2026-01-01&to=2026-12-31', access_token)).pages.total === pages;
  await waitUntil(shown, { ...options, what: 'reads to show all' });
  return { stored: storedAfter, shown: performance.now() - began };
}

const [ours, bareTimes] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  bareTimes.push(await bare());
  ours.push(await connect());
  process.stderr.write(
    `round ${round + 1} of ${rounds}: bare ${bareTimes.at(-1)} ms, stored ${Math.round(ours.at(-1).stored)} ms, shown ${Math.round(ours.at(-1).shown)} ms\n`,
  );
}
const memory = peakMemoryOf(child.pid);
const ended = once(child, 'exit');
child.kill('SIGTERM');
await ended;

await db.end();
await database.stop();

const baseline = median(bareTimes);

/**
 * The same with each service in its own process, on Kafka; if that cannot be started, it is skipped and a line reports it.
 */
async function measureSeparately() {
  const missing = await missingForKafka();
  if (missing) return [{ measure: `each service in its own process: skipped (${missing})`, ours: '' }];
  process.stderr.write('the same with each service in its own process\n');
  const [kafka, own] = await Promise.all([startKafka({ longLived: true }), startTestDatabase()]);
  const more = { DATABASE_URL: own.url, KAFKA_BROKERS: kafka.brokers };
  const separate = await startSeparately(['gateway', 'calendar-sync', 'availability', 'notifier'], { ...env, ...more });
  ({ base } = separate);
  db = createPool({ url: own.url, schema: 'calendar_sync', max: 1 });
  const [times, bareBeside] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bareBeside.push(await bare());
    times.push(await connect());
  }
  const baseline = median(bareBeside);
  const memoryApart = peakMemoryOf(separate.pid('calendar-sync'));
  await db.end();
  await separate.stop();
  await Promise.all([kafka.stop(), own.stop()]);
  const [storedSeparate, shownSeparate] = ['stored', 'shown'].map((what) => median(times.map((one) => one[what])));
  return [
    {
      measure: 'each service in its own process: until stored, ms',
      ours: Math.round(storedSeparate),
      baseline: `${baseline} (bare, alternating)`,
      ratio: storedSeparate / baseline,
      bound: 2,
    },
    {
      measure: 'the same until reads show all of it, ms',
      ours: Math.round(shownSeparate),
      baseline,
      ratio: shownSeparate / baseline,
      bound: 4,
    },
    {
      measure: `peak resident memory of calendar-sync's own process after ${rounds} such syncs, MB`,
      ours: Math.round(memoryApart),
      ratio: memoryApart / 350,
      bound: 1,
    },
  ];
}

const separateRows = await measureSeparately();
const [stored, shown] = [median(ours.map((one) => one.stored)), median(ours.map((one) => one.shown))];
const tolerable = report('bench:sync', [
  {
    measure: `first sync of ${count} events until calendar-sync has stored it, ms`,
    ours: Math.round(stored),
    baseline: `${baseline} (bare multiget + ical.js)`,
    ratio: stored / baseline,
    bound: 2,
  },
  {
    measure: 'the same until reads show all of it, ms',
    ours: Math.round(shown),
    baseline,
    ratio: shown / baseline,
    bound: 4,
  },
  {
    measure: `peak resident memory of all five services in one process after ${rounds} such syncs, MB`,
    ours: Math.round(memory),
    ratio: memory / 350,
    bound: 1,
  },
  ...separateRows,
]);
await radicale.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(tolerable ? 0 : 1);
