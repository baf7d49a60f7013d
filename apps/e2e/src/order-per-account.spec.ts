import { setTimeout } from 'node:timers/promises';
import { roundsOf, skipFor, waitUntil } from '@kalends/testing';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { install, type Installation } from './convergence/installation.js';
import { call, type Account, type Application } from './harness/kalends.js';
import { randomOf } from './harness/random.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const seed = Number(process.env.CRASH_SEED || 20261121);
const writers = 8;
const kills = roundsOf('KALENDS_KILL_ROUNDS', { usual: 1, nightly: 10 });
const day = '2026-12-07';
const hour = 3_600_000;
const base = Date.parse('2026-12-08T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');

// by URL: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../tools/kafka/kafka.mjs', import.meta.url).href;

interface Broker {
  brokers: string;
  stop(): Promise<void>;
}
type Tool = { startKafka(): Promise<Broker> };

interface Seen {
  event_id: string;
  summary: string;
  start: string;
}

/** Each writer's event: a separate hour, moved by a minute with every write. */
const eventOf = (writer: number, version: number) => ({
  event_id: `writer-${writer}`,
  summary: String(version),
  start: iso(base + writer * 2 * hour + (version % 60) * 60_000),
  end: iso(base + (writer * 2 + 1) * hour + (version % 60) * 60_000),
});

/** Writes version after version, each until it is accepted; returns the last one. */
async function write(at: Installation, user: Account, writer: number, ended: () => boolean): Promise<number> {
  for (let version = 1; ; version += 1) {
    for (;;) {
      const status = await at.kalends.upsert(user, eventOf(writer, version)).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 202) break;
      if (status !== 0 && status < 500) throw new Error(`an upsert answers ${status}`);
      await setTimeout(20);
    }
    if (ended()) return version;
  }
}

/** Reads repeatedly; returns each event that was seen at an older version than before. */
async function watch(at: Installation, user: Account, ended: () => boolean): Promise<string[]> {
  const [latest, regressions] = [new Map<string, number>(), [] as string[]];
  while (!ended()) {
    const events = await at.kalends.events<Seen>(user.access_token, `tzid=Etc/UTC&from=${day}`).catch(() => []);
    for (const { event_id, summary } of events) {
      const [before, now] = [latest.get(event_id) ?? 0, Number(summary)];
      if (now < before) regressions.push(`${event_id}: ${before}, then ${now}`);
      latest.set(event_id, now);
    }
    await setTimeout(10);
  }
  return regressions;
}

/** Kills processes at seeded moments, with an open transaction that delays everything numbered after it. */
async function injectFaults(at: Installation) {
  const random = randomOf(seed).next;
  const client = new pg.Client({ connectionString: at.kalends.deployment.databaseUrl });
  await client.connect();
  for (let round = 0; round < kills; round += 1) {
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    await setTimeout(200 + random() * 600);
    const victim = at.processes[Math.floor(random() * at.processes.length)]!;
    await at.kill(victim);
    if (round % 2 === 0) await client.query('COMMIT');
    await at.start(victim);
    if (round % 2 === 1) await client.query('COMMIT');
  }
  await client.end();
}

/** When availability considers the member busy. */
async function busy(at: Installation, { client_secret: token }: Application, user: Account) {
  const query = `from=${day}&to=2026-12-10&tzid=Etc/UTC&include_managed=true`;
  const { body } = await at.kalends.get<{ free_busy: { start: string }[] }>(
    user.access_token,
    `/v1/free_busy?${query}`,
  );
  const period = { start: iso(base), end: iso(base + 24 * hour) };
  const availabilityQuery = { participants: [{ members: [{ sub: user.sub }], required: 'all' }], required_duration: { minutes: 1 }, query_periods: [period] }; // prettier-ignore
  const answer = await call<{ available_periods: { start: string; end: string }[] }>(
    'POST',
    at.kalends.url('/v1/availability'),
    { token, body: availabilityQuery },
  );
  return { reads: body.free_busy.map(({ start }) => start).sort(), gaps: answer.body.available_periods };
}

it(`given writers of one account, open transactions and kills, when quiet, then no read saw an event go back, and the last accepted write is everywhere (${transport}, seed ${seed})`, async (context) => {
  if ('skip' in provided) return skipFor(context, provided.skip);
  const broker =
    transport === 'kafka' ? await ((await import(/* @vite-ignore */ kafkaTool)) as Tool).startKafka() : null;
  context.onTestFinished(async () => broker?.stop());
  const at = await install(broker?.brokers);
  context.onTestFinished(() => at.stop());
  const application = await at.kalends.application();
  const user = await at.kalends.account(application);
  let ended = false;
  const faults = injectFaults(at).finally(() => (ended = true));
  const writing = Array.from({ length: writers }, (_, writer) => write(at, user, writer, () => ended));
  const [regressions, versions] = await Promise.all([watch(at, user, () => ended), Promise.all(writing), faults]);
  expect(regressions).toEqual([]);
  const last = versions.map((version, writer) => eventOf(writer, version));
  const seen = await at.kalends.events<Seen>(user.access_token, `tzid=Etc/UTC&from=${day}`);
  const shown = seen.map(({ event_id, summary, start }) => ({ event_id, summary, start }));
  expect(shown.sort((one, other) => one.event_id.localeCompare(other.event_id))).toEqual(
    last.map(({ event_id, summary, start }) => ({ event_id, summary, start })),
  );
  await waitUntil(async () => (await at.unfinished()) === 0, { timeout: 60_000, what: 'every write to be settled' });
  const gaps = last.map(({ end }, writer) => ({ start: end, end: last[writer + 1]?.start ?? iso(base + 24 * hour) }));
  const before = last[0]!.start === iso(base) ? [] : [{ start: iso(base), end: last[0]!.start }];
  const found = await waitUntil(
    async () => {
      const now = await busy(at, application, user);
      return (
        JSON.stringify(now.gaps?.map(({ start, end }) => ({ start, end }))) === JSON.stringify([...before, ...gaps]) &&
        now
      );
    },
    { timeout: 60_000, what: 'availability to have the last writes' },
  );
  expect(found.reads).toEqual(last.map(({ start }) => start));
}, 300_000);
