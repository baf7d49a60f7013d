// The memory of each service in its own process, on Kafka, after some load.
import { Kalends } from '../../dist/harness/kalends.js';
import { adminKey } from '../../dist/harness/deployment.js';
import { missingForKafka, startKafka } from '../../../../tools/kafka/kafka.mjs';
import { startSeparately } from '../lib/separate-processes.mjs';
import { measurePolls } from './changes.mjs';
import { memoryOf } from './load.mjs';
import { measureAvailability, measureReads, measureUpserts } from './requests.mjs';

const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];

/** Outboxes leave the log of the embedded transport; all of it has been read. */
async function leaveEmbedded(client) {
  const { rows } = await client.query(
    "SELECT inhrelid::regclass::text AS outbox FROM pg_inherits WHERE inhparent = 'bus.log'::regclass",
  );
  for (const { outbox } of rows) {
    await client.query(`ALTER TABLE ${outbox} NO INHERIT bus.log`);
    await client.query(`TRUNCATE ${outbox}`);
  }
}

const inMB = (value) => Math.round(value);

/** MB of each service, and its peak, after reads, availability queries, upserts and polls. */
export async function measureApart(context) {
  const missing = await missingForKafka();
  if (missing) throw new Error(missing);
  await context.stop();
  await leaveEmbedded(context.client);
  const kafka = await startKafka({ longLived: true });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...context.env, KAFKA_BROKERS: kafka.brokers };
  const { METRICS_PORT: _port, ...settings } = env;
  const separate = await startSeparately(services, settings);
  const { databaseUrl } = context;
  const kalends = new Kalends({ transport: 'kafka', baseUrl: separate.base, adminKey, databaseUrl, metricsUrls: [] });
  try {
    const apart = { ...context, kalends, rounds: 1 };
    for (const measure of [measureReads, measureAvailability, measureUpserts, measurePolls]) await measure(apart);
    const memory = services.map((service) => [service, memoryOf(separate.pid(service))]);
    return Object.fromEntries(memory.map(([service, { now, peak }]) => [service, `${inMB(now)}; ${inMB(peak)}`]));
  } finally {
    await separate.stop();
    await kafka.stop();
    await context.start();
  }
}
