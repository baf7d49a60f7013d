/** A local single-node Apache Kafka. */
export interface LocalKafka {
  /** `127.0.0.1:<port>` */
  readonly brokers: string;
  /** The file with the CA of a secured broker (PEM). */
  readonly ca?: string;
  readonly pid: number;
  readonly exited: Promise<unknown>;
  /** Ends the process and keeps its data. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data. */
  resume(): Promise<void>;
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the process; a temporary data directory goes with it. */
  stop(): Promise<void>;
}

export function missingForKafka(): Promise<string | undefined>;
export function startKafka(options?: {
  port?: number;
  /** What the broker tells its clients, where something stands between. */
  advertisedPort?: number;
  dataDir?: string;
  /** What it does matters more than how soon it starts. */
  longLived?: boolean;
  /** Whom it lets in, by SASL (plain, SCRAM) over TLS and in no other way. */
  secured?: { username: string; password: string };
  onExit?: () => void;
}): Promise<LocalKafka>;
