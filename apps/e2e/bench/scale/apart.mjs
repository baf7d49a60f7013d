// The memory of each service in its own process, on Kafka, after some load.
import { services } from '@kalends/contracts';
import { Kalends } from '../../dist/harness/kalends.js';
import { adminKey } from '../../dist/harness/deployment.js';
import { missingForKafka, startKafka } from '../../../../tools/kafka/kafka.mjs';
import { startSeparately } from '../lib/separate-processes.mjs';
import { measurePolls } from './changes.mjs';
import { memoryOf } from './load.mjs';
import { measureAvailability, measureReads, measureUpserts } from './requests.mjs';

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

async function started({ env }, kafka) {
  const { METRICS_PORT: _port, ...settings } = env;
  const { PATH, HOME } = process.env;
  return startSeparately(services, { PATH, HOME, ...settings, KAFKA_BROKERS: kafka.brokers });
}

/** MB of each service, and its peak, after reads, availability queries, upserts and polls; what is missing without Kafka. */
export async function measureApart(context) {
  const missing = await missingForKafka();
  if (missing) return { skipped: missing };
  await context.stop();
  await leaveEmbedded(context.client);
  const kafka = await startKafka({ longLived: true });
  let separate;
  try {
    separate = await started(context, kafka);
    const { databaseUrl } = context;
    const kalends = new Kalends({ transport: 'kafka', baseUrl: separate.base, adminKey, databaseUrl, metricsUrls: [] });
    const apart = { ...context, kalends, rounds: 1 };
    for (const measure of [measureReads, measureAvailability, measureUpserts, measurePolls]) await measure(apart);
    const memory = services.map((service) => [service, memoryOf(separate.pid(service))]);
    return Object.fromEntries(memory.map(([name, { now, peak }]) => [name, `${Math.round(now)}; ${Math.round(peak)}`]));
  } finally {
    await separate?.stop();
    await kafka.stop();
    await context.start();
  }
}
