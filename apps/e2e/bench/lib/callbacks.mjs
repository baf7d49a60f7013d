// Callbacks per second and their latency: events on the bus, notifier in its own process, receivers in this one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applicationState, replyRecorded } from '@kalends/contracts';
import { addToOutbox, message, messagingMigrations, sqlOf } from '@kalends/messaging';
import { createPool, migrate, startEmbeddedPostgres } from '@kalends/postgres';
import { createSealer } from '@kalends/security';
import { waitUntil } from '@kalends/testing';

const child = fileURLToPath(new URL('./notifier-process.mjs', import.meta.url));
const key = Buffer.alloc(32, 9);
const clientId = 'bench';
const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];

/** One application's endpoints, each with its own origin; a hanging one accepts the request and never answers. */
async function startReceivers(count, hanging) {
  const arrived = new Map();
  const servers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const server = createServer((request, response) => {
        const chunks = [];
        request.on('data', (chunk) => chunks.push(chunk));
        request.on('end', () => {
          if (index < hanging) return;
          const { smart_invite } = JSON.parse(Buffer.concat(chunks));
          arrived.set(smart_invite.reply.comment, performance.now());
          response.end();
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const urls = servers.map((server) => `http://127.0.0.1:${server.address().port}/callback`);
  const stop = () => servers.forEach((server) => (server.closeAllConnections(), server.close()));
  return { urls, arrived, stop };
}

const replyOf = (url, index) =>
  message(replyRecorded, {
    reply_id: `rep_${index}`,
    invite_id: `inv_${index}`,
    client_id: clientId,
    smart_invite_id: `invite-${index}`,
    callback_url: url,
    recipient: { email: 'ada@example.com', status: 'accepted' },
    reply: { email: 'ada@example.com', status: 'accepted', comment: String(index), counted: true },
    recorded_at: Date.now(),
  });

async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = createPool({ url: postgres.url, schema: 'invites', max: 4 });
  await migrate({ pool, schema: 'invites', folders: [messagingMigrations] });
  const sealer = createSealer([key]);
  const secrets = [{ secret_id: 'sec_1', sealed: sealer.seal('KAL_bench', 'client-secret:sec_1') }];
  const application = { client_id: clientId, revision: 1, deleted: false, name: 'Bench', plan: 'emerging', secrets };
  await addToOutbox(sqlOf(pool), [message(applicationState, application)]);
  const notifier = spawn(process.execPath, [child, postgres.url, key.toString('hex')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(notifier.stdout, 'data');
  const publish = async (messages) => {
    await addToOutbox(sqlOf(pool), messages);
    notifier.stdin.write('more\n');
  };
  const close = async () => {
    const ended = once(notifier, 'exit');
    notifier.kill('SIGTERM');
    await ended;
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { publish, url: postgres.url, close };
}

async function recorded(url, count) {
  const pool = createPool({ url, schema: 'notifier', max: 1 });
  const isDone = async () => {
    const { rows } = await pool.query("SELECT count(*) AS done FROM callback WHERE status = 'delivered'");
    return rows[0].done >= count;
  };
  await waitUntil(isDone, { timeout: 60_000, interval: 50, what: 'every attempt to be recorded' });
  await pool.end();
}

/** Maximum rate: from the first event on the bus to the last recorded attempt. */
async function throughput(count, endpoints) {
  const [bus, receivers] = [await open(), await startReceivers(endpoints, 0)];
  const events = Array.from({ length: count }, (_, index) => replyOf(receivers.urls[index % endpoints], index));
  const begun = performance.now();
  for (let at = 0; at < count; at += 500) void bus.publish(events.slice(at, at + 500));
  await waitUntil(() => receivers.arrived.size >= count, { timeout: 120_000, interval: 5, what: 'all callbacks' });
  await recorded(bus.url, count);
  const seconds = (performance.now() - begun) / 1000;
  receivers.stop();
  await bus.close();
  return count / seconds;
}

/**
 * Milliseconds from publishing the event to the receiver, at a steady rate; hanging endpoints and the first two seconds
 * (warm-up) are excluded.
 */
async function latency({ perSecond, seconds, endpoints, hanging }) {
  const [bus, receivers] = [await open(), await startReceivers(endpoints, hanging)];
  const sent = new Map();
  const begun = performance.now();
  const warmUp = perSecond * 2;
  for (let index = 0; index < warmUp + perSecond * seconds; index += 1) {
    const due = begun + (index * 1000) / perSecond;
    if (due > performance.now()) await delay(due - performance.now());
    if (index % endpoints >= hanging) sent.set(String(index), performance.now());
    void bus.publish([replyOf(receivers.urls[index % endpoints], index)]);
  }
  await waitUntil(() => receivers.arrived.size >= sent.size, { timeout: 60_000, what: 'the healthy ones' });
  const measured = [...sent].filter(([name]) => Number(name) >= warmUp);
  const waits = measured.map(([name, at]) => receivers.arrived.get(name) - at);
  receivers.stop();
  await bus.close();
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
}

/** The rows of the table. */
export async function measureCallbacks({
  count = 15_000,
  endpoints = 50,
  perSecond = 200,
  seconds = 6,
  rounds = 3,
} = {}) {
  const rate = await throughput(count, endpoints);
  const quiet = await latency({ perSecond: 50, seconds, endpoints, hanging: 0 });
  // alternating, with the median of each, so that other load on the machine does not decide
  const runs = { healthy: [], beside: [] };
  for (let round = 0; round < rounds; round += 1) {
    runs.healthy.push(await latency({ perSecond, seconds, endpoints, hanging: 0 }));
    runs.beside.push(await latency({ perSecond, seconds, endpoints, hanging: 1 }));
  }
  const middle = (list) => list.sort((a, b) => a.p99 - b.p99)[Math.floor(list.length / 2)];
  const [healthy, beside] = [middle(runs.healthy), middle(runs.beside)];
  const ms = (value) => `${value.toFixed(1)} ms`;
  return [
    {
      measure: `callbacks delivered per second, ${endpoints} endpoints, ${count} events, all recorded`,
      ours: Math.round(rate),
      ratio: rate,
      bound: 1_500,
      atLeast: true,
    },
    { measure: 'recorded reply on the bus to receiver at 50/s: p50', ours: ms(quiet.p50) },
    { measure: 'recorded reply on the bus to receiver at 50/s: p99', ours: ms(quiet.p99) },
    { measure: `the same at ${perSecond}/s: p50`, ours: ms(healthy.p50) },
    { measure: `the same at ${perSecond}/s: p99`, ours: ms(healthy.p99) },
    {
      measure: `p99 of the healthy ones with one endpoint hanging, minus p99 without (ms)`,
      ours: ms(beside.p99),
      baseline: ms(healthy.p99),
      ratio: beside.p99 - healthy.p99,
      bound: 100,
      atLeast: false,
    },
  ];
}
