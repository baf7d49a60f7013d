#!/usr/bin/env node
// npm run bench:scheduling: pages of booking links of ten people with full calendars over 28 days: p95 in ms, bytes, and statements of a
// page and of a booking. The race for one time is a test (booking-race.spec.ts; 200 visitors at night), since it has a right answer.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startCountedPostgres } from '../dist/harness/counted-postgres.js';
import { startEmbedded } from '../dist/harness/deployment.js';
import { call, Kalends } from '../dist/harness/kalends.js';
import { report } from './lib/measure.mjs';
import { publishPeople } from './lib/people.mjs';

const day = 86_400_000;
const rounds = Number(process.env.BENCH_ROUNDS || 60);
const atMostMs = 100;
const members = 10;

const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
const isoOf = (ms) => new Date(ms).toISOString().replace('.000', '');

const postgres = await startCountedPostgres({ throwaway: true });
const url = await postgres.createDatabase('scheduling');
const limits = { RATE_LIMIT_PER_SECOND: '0', RATE_LIMIT_PER_MINUTE: '0', PAGES_PER_MINUTE: '0' };
const running = await startEmbedded({ DATABASE_URL: url, LOG_LEVEL: 'error', ...limits });
const kalends = new Kalends(running.deployment);
const client = new pg.Client({ connectionString: url });
await client.connect();

const start = Math.ceil(Date.now() / day) * day;
const application = await kalends.application();
const accounts = `/applications/${application.client_id}/accounts`;
const people = [];
for (let index = 0; index < members; index += 1)
  people.push((await kalends.admin('POST', accounts, { email: `person${index}@example.com` })).body);
const count = await publishPeople({
  databaseUrl: url,
  people,
  from: start - 2 * day,
  to: start + 32 * day,
  onProgress: () => undefined,
});
const projected = async (table) => Number((await client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
for (const table of ['availability.event', 'gateway.event_state'])
  while ((await projected(table)) < count) await new Promise((resolve) => setTimeout(resolve, 500));
await client.query('VACUUM ANALYZE');

let created = 0;
const hours = (from, to) =>
  Array.from({ length: 28 }, (_, index) => ({
    start: isoOf(start + index * day + from * 3_600_000),
    end: isoOf(start + index * day + to * 3_600_000),
  }));

async function createLink(required, periods) {
  const token = application.client_secret;
  const { body } = await call('POST', kalends.url('/v1/real_time_scheduling'), {
    token,
    body: {
      oauth: { redirect_uri: application.redirect_uris[0] },
      event: { event_id: `bench-${(created += 1)}`, summary: 'Bench' },
      availability: {
        participants: [{ members: people.map(({ sub }) => ({ sub })), required }],
        required_duration: { minutes: 30 },
        query_periods: periods,
      },
      target_calendars: people.map(({ sub, calendar_id }) => ({ sub, calendar_id })),
      tzid: 'Europe/London',
    },
  });
  if (!body.url) throw new Error(JSON.stringify(body));
  return body.url;
}

async function page(address) {
  const began = performance.now();
  const response = await fetch(address, { headers: { 'accept-language': 'en' } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  return { ms: performance.now() - began, bytes: Buffer.byteLength(text), text };
}

/** CPU time of the process in ms so far, all threads (Linux), or undefined. */
function cpuMs() {
  try {
    const fields = readFileSync(`/proc/${running.processes[0].child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

const rows = [];
for (const [of, required, periods, bound] of [
  [`page of ${members} people × 28 working days, all required`, 'all', hours(9, 17), atMostMs],
  [`the same, any of them required`, 1, hours(9, 17), atMostMs],
  [`the same, day and night`, 1, hours(0, 24), undefined],
]) {
  const link = await createLink(required, periods);
  for (let round = 0; round < 5; round += 1) await page(link);
  const alone = [];
  const before = cpuMs();
  for (let round = 0; round < rounds; round += 1) alone.push(await page(link));
  const cpu = before === undefined ? undefined : (cpuMs() - before) / rounds;
  const together = [];
  for (let round = 0; round < rounds / 4; round += 1)
    together.push(...(await Promise.all(Array.from({ length: 4 }, () => page(link)))));
  const ms = p95(alone.map((one) => one.ms));
  rows.push({ measure: `${of}: p95 in ms`, ours: ms.toFixed(1), ratio: ms, bound });
  if (cpu !== undefined) rows.push({ measure: `${of}: CPU time of a page in ms`, ours: cpu.toFixed(1) });
  rows.push({ measure: `${of}, 4 visitors at once: p95 in ms`, ours: p95(together.map((one) => one.ms)).toFixed(1) });
  rows.push({
    measure: `${of}: bytes of HTML`,
    ours: Math.max(...alone.map(({ bytes }) => bytes)),
    ratio: alone[0].bytes,
    bound: 51_200,
  });
}

const tolerable = report(`scheduling: ${count} events of ${members} people`, rows);
await client.end();
await running.stop();
await postgres.stop();
process.exitCode = tolerable ? 0 : 1;
