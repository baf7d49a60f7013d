import { services, topics } from '@kalends/contracts';
import { createKafkaTransport, kafkaOptionsOf, replyTopicOf, type Transport } from '@kalends/messaging';
import { kafkaSettings, loadConfig, settings } from '@kalends/service-runtime';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { Terminal } from '../terminal.js';

const schema = z.object({ KAFKA_BROKERS: settings.KAFKA_BROKERS, ...kafkaSettings });

const atLeastOne = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return Number(text);
};

function parse(terminal: Terminal): { replicationFactor: number } | number {
  const command = new Command('topics')
    .description(
      'Creates the topics that are missing on KAFKA_BROKERS (KAFKA_SSL and KAFKA_SASL_* as for the services).',
    )
    .option('--replication-factor <n>', 'replicas of each new partition', atLeastOne, 1)
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .exitOverride();
  try {
    return command.parse([...terminal.args], { from: 'user' }).opts<{ replicationFactor: number }>();
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
  }
}

/** Creates missing topics and prints each topic with its number of partitions. */
async function create(transport: Transport, replicationFactor: number, terminal: Terminal): Promise<void> {
  await transport.ensureTopics(topics, { replicationFactor });
  for (const name of [...topics.map((topic) => topic.name), ...services.map(replyTopicOf)]) {
    terminal.out(`${name}: ${Object.keys(await transport.ends(name)).length} partitions\n`);
  }
}

/** `npm run topics`: every topic of the contracts and each service's reply topic; existing ones are not changed. */
export async function runTopics(terminal: Terminal): Promise<number> {
  const options = parse(terminal);
  if (typeof options === 'number') return options;
  const loaded = loadConfig(schema, terminal.env);
  if (!loaded.ok) {
    terminal.err(loaded.problems.map((line) => `${line}\n`).join(''));
    return 1;
  }
  let transport: Transport | undefined;
  try {
    transport = createKafkaTransport(kafkaOptionsOf(loaded.config, 'topics'));
    await create(transport, options.replicationFactor, terminal);
    return 0;
  } catch (error) {
    const brokers = loaded.config.KAFKA_BROKERS.join(',');
    terminal.err(`topics could not be created on ${brokers}: ${reasonOf(error)}\n`);
    return 1;
  } finally {
    await transport?.close();
  }
}

/** kafkajs reports the reason for each topic in `errors`. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as Error & { errors?: Error[] };
  const reasons = [message, ...(errors ?? []).map((one) => one.message)];
  return [...new Set(reasons)].join('; ').replace(/\s+/g, ' ');
}
