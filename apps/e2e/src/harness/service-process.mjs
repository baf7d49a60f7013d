/**
 * One service in a process of its own, on Kafka where KAFKA_BROKERS names it, else on the embedded bus of the database:
 * `node service-process.mjs <service>`, settings from the environment as for its main.ts. Says `ready` when it is.
 * For tests only: TAKE_AWAY=outbox or inbox runs it without that, so that a test can be seen to notice.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createEmbeddedTransport, createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { loadConfig } from '@kalends/service';
import { takeAway } from './take-away.mjs';

/** `own`: what the package of the service exports. */
export async function runService(name, own) {
  const titled = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
  const settings = own[`${titled[0].toLowerCase()}${titled.slice(1)}Settings`];
  const isKafka = Boolean(process.env.KAFKA_BROKERS);
  const loaded = loadConfig(isKafka ? settings : settings.omit({ KAFKA_BROKERS: true }), process.env);
  if (!loaded.ok) throw new Error(loaded.problems.join('; '));
  const { config } = loaded;
  const transport = isKafka
    ? createKafkaTransport(kafkaOptionsOf(config, name))
    : createEmbeddedTransport({ connectionString: config.DATABASE_URL, poolSize: 4, pollMs: 20 });
  if (process.env.TAKE_AWAY) takeAway(process.env.TAKE_AWAY, transport);
  const more = own.publicUrlOf ? { PUBLIC_URL: own.publicUrlOf(config) } : {};
  await own[`start${titled}`]({ ...config, ...more }, transport);
  process.stdout.write('\nready\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const name = process.argv[2];
  await runService(name, await import(`@kalends/${name}`));
}
