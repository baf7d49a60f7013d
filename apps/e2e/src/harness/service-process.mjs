/**
 * One service in its own process, on the Kafka named by KAFKA_BROKERS: `node service-process.mjs <service>`, settings from
 * the environment as for its main.ts. Prints `ready` when it is.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { loadConfig } from '@kalends/service-runtime';
import { removeSafeguard } from './remove-safeguard.mjs';

/** `own`: the exports of the service's package. */
export async function runService(name, own) {
  const titled = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
  const settings = own[`${titled[0].toLowerCase()}${titled.slice(1)}Settings`];
  const loaded = loadConfig(settings, process.env);
  if (!loaded.ok) throw new Error(loaded.problems.join('; '));
  const { config } = loaded;
  const transport = createKafkaTransport(kafkaOptionsOf(config, name));
  removeSafeguard(process.env);
  const more = own.publicUrlOf ? { PUBLIC_URL: own.publicUrlOf(config) } : {};
  await own[`start${titled}`]({ ...config, ...more }, transport);
  process.stdout.write('\nready\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const name = process.argv[2];
  await runService(name, await import(`@kalends/${name}`));
}
