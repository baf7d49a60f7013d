/** What `tools/kafka/kafka.mjs` gives. */
export interface LocalKafka {
  readonly brokers: string;
  /** the file with the CA of a secured broker */
  readonly ca?: string;
  readonly pid: number;
  /** ends the process and keeps its data */
  halt(signal?: NodeJS.Signals): Promise<void>;
  resume(): Promise<void>;
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

interface BrokerOptions {
  /** whom it lets in, by SASL over TLS and in no other way */
  readonly secured?: { readonly username: string; readonly password: string };
}

interface KafkaTool {
  missingForKafka(): Promise<string | undefined>;
  startKafka(options?: BrokerOptions): Promise<LocalKafka>;
}

// by address: the tool belongs to the repository, not to a package
const address = new URL('../../../../tools/kafka/kafka.mjs', import.meta.url).href;
const tool = async (): Promise<KafkaTool> => (await import(/* @vite-ignore */ address)) as KafkaTool;

/** Why there is no Kafka for tests, in one line; undefined when there is. With KALENDS_TEST_ALL=1 it throws instead. */
export async function whyNoKafka(): Promise<string | undefined> {
  const missing = await (await tool()).missingForKafka();
  if (missing && process.env['KALENDS_TEST_ALL'] === '1') throw new Error(missing);
  return missing;
}

/** A broker of the test's own, on the loopback interface. */
export async function startKafka(options?: BrokerOptions): Promise<LocalKafka> {
  return (await tool()).startKafka(options);
}
