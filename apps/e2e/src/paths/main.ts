import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';
import { freePort, missingForRadicale, startProxy, startRadicale, waitUntil } from '@kalends/testing';
import { createLogger, loadConfig } from '@kalends/service-runtime';
import { WriteCounter } from '../harness/count-writes.js';
import { startCountedPostgres } from '../harness/counted-postgres.js';
import { adminKey, encryptionKey, type Deployment } from '../harness/deployment.js';
import { Drained } from '../harness/drained.js';
import { call, Kalends } from '../harness/kalends.js';
import { RadicaleCalendar } from '../harness/radicale-calendar.js';
import { readInvite, sendMail } from '../harness/reply-mail.js';
import { Coverage } from './entered.js';

const database = 'paths';
const day = 86_400_000;

/** A user's action, done until every service has processed it. `n` numbers its repetitions. */
interface Action {
  name: string;
  run(n: number): Promise<void>;
}

const postgres = await startCountedPostgres({ throwaway: true });
const databaseUrl = await postgres.createDatabase(database);
const [port, smtpPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
const environment = {
  PORT: `${port}`,
  SMTP_PORT: `${smtpPort}`,
  METRICS_PORT: `${metricsPort}`,
  DATABASE_URL: databaseUrl,
  ADMIN_KEY: adminKey,
  ENCRYPTION_KEY: encryptionKey,
  ALLOW_NETWORKS: '127.0.0.0/8',
  SYNC_INTERVAL: '3600',
  DEMO: 'false',
  LOG_LEVEL: 'error',
};

/** The compiled services themselves: their bundle would be a single file. */
async function startServices() {
  type Start = { startAllInOne(settings: unknown, log: unknown): Promise<{ steps: { close(): Promise<void> }[] }> };
  type Config = { allInOneSettings: Parameters<typeof loadConfig>[0] };
  const of = (file: string) => new URL(`../../../all-in-one/dist/${file}.js`, import.meta.url).href;
  const { allInOneSettings } = (await import(of('config'))) as Config;
  const { startAllInOne } = (await import(of('start'))) as Start;
  const loaded = loadConfig(allInOneSettings, environment);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return startAllInOne(loaded.config, createLogger({ service: 'all-in-one', level: 'error' }));
}

/** Counts the callbacks that it receives. */
async function startReceiver() {
  let received = 0;
  const server = createServer((_request, response) => {
    received += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: at } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${at}/`, received: () => received, close: () => server.close() };
}

const coverage = new Coverage();
await coverage.start();
const running = await startServices();
const deployment: Deployment = {
  ...{ transport: 'embedded', adminKey, smtpPort, databaseUrl },
  baseUrl: `http://127.0.0.1:${port}`,
  logFile: '',
  metricsUrls: [],
};
const kalends = new Kalends(deployment);
const drained = await Drained.watch(databaseUrl);
const receiver = await startReceiver();
const user = await kalends.user();
const start = Math.ceil(Date.now() / day) * day + 10 * 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const processed = () => drained.until([user.sub]);

async function expectStatus(answer: Promise<{ status: number; text: string }>, status: number): Promise<void> {
  const { status: actual, text } = await answer;
  if (actual !== status) throw new Error(`${actual} instead of ${status}: ${text}`);
}

async function upsert(n: number, calendar_id = user.calendar_id): Promise<void> {
  const times = { start: iso(start + n * 3_600_000), end: iso(start + n * 3_600_000 + 1_800_000) };
  const event = { event_id: `e${n}`, summary: 'Board meeting', ...times };
  await expectStatus(kalends.upsert({ ...user, calendar_id }, event), 202);
  await processed();
}

/** A calendar of the user at a CalDAV server, behind a proxy that counts requests. */
async function connectCaldav() {
  const server = await startRadicale({ users: { ada: 'app-password' } });
  await RadicaleCalendar.create(server, 'ada', 'app-password', 'Home');
  const proxy = await startProxy(server.url);
  const credentials = { provider_name: 'caldav', url: proxy.url, username: 'ada', password: 'app-password' };
  await expectStatus(kalends.admin('POST', `/accounts/${user.sub}/profiles`, credentials), 201);
  const slowly = { interval: 500, what: 'the calendar at the CalDAV server' };
  type Calendars = { calendars: { calendar_id: string; provider_name: string }[] };
  const calendarId = await waitUntil(async () => {
    const { body } = await kalends.get<Calendars>(user.access_token, '/v1/calendars');
    return body.calendars.find(({ provider_name }) => provider_name === 'caldav')?.calendar_id;
  }, slowly);
  const close = () => Promise.all([proxy.stop(), server.stop()]);
  return { calendarId, requests: () => proxy.count(), close };
}

async function availability(): Promise<void> {
  const body = {
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes: 30 },
    query_periods: [{ start: iso(start), end: iso(start + day) }],
  };
  const token = user.application.client_secret;
  await expectStatus(call('POST', kalends.url('/v1/availability'), { token, body }), 200);
}

const invites: string[] = [];

async function issueInvite(n: number): Promise<void> {
  const body = {
    smart_invite_id: `i${n}`,
    callback_url: receiver.url,
    recipient: { email: 'bob@example.com' },
    event: { summary: 'Interview', start: iso(start), end: iso(start + 3_600_000), tzid: 'Etc/UTC' },
  };
  const token = user.application.client_secret;
  const {
    body: invite,
    status,
    text,
  } = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), { token, body });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  invites[n] = invite.attachments.icalendar;
}

async function reply(n: number): Promise<void> {
  const before = receiver.received();
  const mail = { ...readInvite(invites[n]!), from: 'bob@example.com', comment: `reply ${n}`, at: Date.now() };
  await sendMail(smtpPort, { ...mail, partstat: 'ACCEPTED' });
  await waitUntil(() => receiver.received() > before, { what: 'the callback' });
}

/** The first page of the journey, as an application's redirect opens it. */
async function journey(): Promise<void> {
  const { client_id, redirect_uris } = user.application;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect_uris[0]!,
    scope: 'read_write',
  });
  await expectStatus(call('GET', kalends.url(`/oauth/authorize?${query}`)), 200);
}

const readPage = () => expectStatus(kalends.get(user.access_token, '/v1/events?tzid=Etc/UTC'), 200);

const missing = missingForRadicale();
const caldav = missing === undefined ? await connectCaldav() : undefined;
const ofCaldav = (n: number) => upsert(n, caldav!.calendarId);

const actions: Action[] = [
  { name: 'upsert into a built-in calendar', run: (n) => upsert(n) },
  ...(caldav ? [{ name: 'upsert into a calendar at a CalDAV server', run: ofCaldav }] : []),
  { name: 'page of events', run: readPage },
  { name: 'availability query', run: availability },
  { name: 'reply to a Smart Invite, with its callback', run: reply },
  { name: 'first page of the journey', run: journey },
];

const repetitions = 20;
for (let n = 0; n <= 3 * repetitions; n += 1) await issueInvite(n);
await processed();
const counter = await WriteCounter.start({ postgres, database, drained });
const rows: string[] = [];
for (const { name, run } of actions) {
  let n = 0;
  for (; n < 5; n += 1) await run(n);
  await coverage.take();
  await run(n++);
  const { files, functions } = await coverage.take();
  const services = [...files].filter((file) => file.startsWith('apps/')).length;
  const requestsBefore = caldav?.requests() ?? 0;
  const work = await counter.perWrite(repetitions, async () => {
    for (let done = 0; done < repetitions; done += 1) await run(n++);
  });
  const requests = ((caldav?.requests() ?? 0) - requestsBefore) / repetitions;
  const costs = [work.writeTransactions, work.commits, work.statements, requests]
    .map((one) => one.toFixed(1))
    .join(' | ');
  rows.push(`| ${name} | ${files.size} | ${services} | ${functions} | ${costs} |`);
  if (process.argv.includes('--files')) console.log([name, ...[...files].sort()].join('\n  '));
}
console.log(`
| action | files entered | of services | functions | write transactions | commits | statements | requests to a provider |
| --- | --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}`);
if (missing !== undefined) console.log(`not counted: an upsert into a calendar at a CalDAV server (${missing})`);
await drained.stop();
receiver.close();
for (const { close } of running.steps) await close();
await caldav?.close();
await postgres.stop();
process.exit(0);
