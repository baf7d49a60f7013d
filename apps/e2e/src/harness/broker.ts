// by URL: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../../tools/kafka/kafka.mjs', import.meta.url).href;

/** A Kafka of one test file. */
export interface Broker {
  brokers: string;
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** A broker for tests on Kafka; none for the embedded transport. */
export async function startBroker(transport: 'embedded' | 'kafka'): Promise<Broker | undefined> {
  if (transport === 'embedded') return undefined;
  const { startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as { startKafka(): Promise<Broker> };
  return startKafka();
}
