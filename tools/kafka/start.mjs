import { resolve } from 'node:path';
import { missingForKafka, startKafka } from './kafka.mjs';

/** `npm run kafka`: a local Kafka until Ctrl-C. KAFKA_PORT (9092), KAFKA_DATA_DIR (.cache/kafka/data). */
const port = Number(process.env.KAFKA_PORT || 9092);
const dataDir = resolve(process.env.KAFKA_DATA_DIR || '.cache/kafka/data');

if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`KAFKA_PORT is not a port: ${process.env.KAFKA_PORT}`);
  process.exit(1);
}
const missing = await missingForKafka();
if (missing) {
  console.error(missing);
  process.exit(1);
}

// a first Ctrl-C during the start takes effect afterwards
let isRunning = true;
let kafka;
const end = () => {
  isRunning = false;
  void kafka?.stop();
};
process.on('SIGINT', end);
process.on('SIGTERM', end);

try {
  console.log('Starting Kafka (the first time its jars are fetched from Maven Central) …');
  kafka = await startKafka({ port, dataDir, longLived: true });
  if (!isRunning) await kafka.stop();
  else console.log(`Kafka listens on ${kafka.brokers}, data in ${dataDir}. Ctrl-C stops it.`);
  await kafka.exited;
  if (isRunning) console.error('Kafka ended unexpectedly');
  process.exitCode = isRunning ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
