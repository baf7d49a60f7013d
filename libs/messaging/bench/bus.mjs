import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { missingForKafka, startKafka } from '../../../tools/kafka/kafka.mjs';

// Round trips over one broker, this library compared with Nest's ClientKafka/ServerKafka: alternating rounds, median of 5.
// One round measures 16,000 messages (16,000 / 2 round trips), fewer when one message is in flight at a time.
const rounds = Number(process.env.BENCH_ROUNDS || 5);
const cases = [
  { inFlight: 1, total: 500, warmUp: 500, bound: { p50: 1 / 3 } },
  { inFlight: 32, total: 8_000, warmUp: 500, bound: { throughput: 3 } },
  { inFlight: 128, total: 8_000, warmUp: 500, bound: { throughput: 3.5 } },
];

const missing = process.env.KAFKA_BROKERS ? undefined : await missingForKafka();
if (missing) {
  console.error(missing);
  process.exit(1);
}
const kafka = process.env.KAFKA_BROKERS ? undefined : await startKafka({ longLived: true });
const brokers = process.env.KAFKA_BROKERS || kafka.brokers;

// both sides start as the services do
const { scripts } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
const flags = scripts['start:gateway'].split(' ').slice(1, -1);

function start(script) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, { env: { ...process.env, BUS_BROKERS: brokers }, execArgv: flags });
  const answer = () =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`${script} ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        if (message.error) reject(new Error(message.error));
        else resolve(message.result);
      });
    });
  return { ready: answer(), measure: (request) => (child.send(request), answer()), stop: () => child.disconnect() };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const sides = { ours: start('./ours.mjs'), nest: start('./baseline.mjs') };
let failed = false;
try {
  await Promise.all(Object.values(sides).map((side) => side.ready));
  const rows = [];
  for (const { inFlight, total, warmUp, bound } of cases) {
    const results = { ours: [], nest: [] };
    for (let round = 0; round < rounds; round++) {
      for (const name of ['ours', 'nest']) {
        results[name].push(await sides[name].measure({ total, inFlight, warmUp }));
      }
    }
    const figure = (name, key) => median(results[name].map((result) => result[key]));
    const row = { inFlight, bound };
    for (const key of ['perSecond', 'p50', 'p99']) row[key] = { ours: figure('ours', key), nest: figure('nest', key) };
    rows.push(row);
    console.error(`${inFlight} in flight done`);
  }
  print(rows);
} finally {
  for (const side of Object.values(sides)) side.stop();
  await kafka?.stop();
}
process.exit(failed ? 1 : 0);

function print(rows) {
  console.log(`Bus round trips, Apache Kafka on this machine (${cpus().length} × ${cpus()[0]?.model.trim()}), Node`);
  console.log(`${process.version}, acks all, commits on, median of ${rounds} alternating rounds.\n`);
  console.log(
    '| in flight | ours /s | Nest /s | ratio | ours p50 ms | Nest p50 ms | p50 ratio | ours p99 ms | bound | |',
  );
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|:--|:--|');
  for (const { inFlight, perSecond, p50, p99, bound } of rows) {
    const throughput = perSecond.ours / perSecond.nest;
    const latency = p50.ours / p50.nest;
    // how many times worse than the bound: up to 1 meets it, from 2 on the command fails
    const excess = bound.p50 ? latency / bound.p50 : bound.throughput / throughput;
    failed ||= excess >= 2;
    const boundText = bound.p50 ? `p50 ≤ ${bound.p50.toFixed(2)}` : `ratio ≥ ${bound.throughput}`;
    const cells = [
      inFlight,
      Math.round(perSecond.ours),
      Math.round(perSecond.nest),
      throughput.toFixed(2),
      p50.ours.toFixed(2),
      p50.nest.toFixed(2),
      latency.toFixed(2),
      p99.ours.toFixed(2),
      boundText,
      excess <= 1 ? 'met' : 'MISSED',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
