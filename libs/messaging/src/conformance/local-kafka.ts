/** What `tools/kafka/kafka.mjs` returns. */
export interface LocalKafka {
  readonly brokers: string;
  /** the file with the CA of a secured broker */
  readonly ca?: string;
  readonly pid: number;
  /** stops the process and keeps its data */
  halt(signal?: NodeJS.Signals): Promise<void>;
  resume(): Promise<void>;
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

interface BrokerOptions {
  /** the user that it accepts, only by SASL over TLS */
  readonly secured?: { readonly username: string; readonly password: string };
}

interface KafkaTool {
  missingForKafka(): Promise<string | undefined>;
  startKafka(options?: BrokerOptions): Promise<LocalKafka>;
}

// by path: the tool belongs to the repository, not to a package
const address = new URL('../../../../tools/kafka/kafka.mjs', import.meta.url).href;
const tool = async (): Promise<KafkaTool> => (await import(/* @vite-ignore */ address)) as KafkaTool;

/** Why tests have no Kafka, in one line; undefined when they have one. Throws instead with KALENDS_TEST_ALL=1. */
export async function whyNoKafka(): Promise<string | undefined> {
  const missing = await (await tool()).missingForKafka();
  if (missing && process.env['KALENDS_TEST_ALL'] === '1') throw new Error(missing);
  return missing;
}

/** A broker for one test, on the loopback interface. */
export async function startKafka(options?: BrokerOptions): Promise<LocalKafka> {
  return (await tool()).startKafka(options);
}
