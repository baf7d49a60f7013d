/** A local single-node Apache Kafka. */
export interface LocalKafka {
  /** `127.0.0.1:<port>` */
  readonly brokers: string;
  /** The file with the CA of a secured broker (PEM). */
  readonly ca?: string;
  readonly pid: number;
  readonly exited: Promise<unknown>;
  /** Stops the process and keeps its data. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data. */
  resume(): Promise<void>;
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the process; a temporary data directory is deleted with it. */
  stop(): Promise<void>;
}

export function missingForKafka(): Promise<string | undefined>;
export function startKafka(options?: {
  port?: number;
  /** The address that the broker advertises to its clients, if a proxy is in between. */
  advertisedPort?: number;
  dataDir?: string;
  /** Optimises for long runs instead of a fast start. */
  longLived?: boolean;
  /** The user that it accepts, only by SASL (plain, SCRAM) over TLS. */
  secured?: { username: string; password: string };
  onExit?: () => void;
}): Promise<LocalKafka>;
/** Starts brokers as one cluster; `brokers` names all, and `stop` ends all. */
export function startKafkaCluster(count: number): Promise<LocalKafka>;
