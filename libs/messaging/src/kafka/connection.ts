import kafkajs, { type Kafka, type KafkaConfig, type logCreator, type SASLOptions } from 'kafkajs';
import type { ConnectionOptions } from 'node:tls';
import type { Log } from '../core/log.js';

export interface KafkaConnectionOptions {
  /** `host:port` of some brokers */
  readonly brokers: readonly string[];
  /** TLS: true, or Node's TLS options (ca, cert, key, servername) */
  readonly ssl?: boolean | ConnectionOptions;
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
  /** name of this process at the broker: the service */
  readonly clientId: string;
}

const { logLevel } = kafkajs;

/**
 * Timeouts of a connection: `swift` gives up in under 2 s (requests), `bulk` notices an absent broker as soon but allows
 * time for large batches, `steady` survives a broker restart.
 */
export type TimeoutProfile = 'swift' | 'bulk' | 'steady';

const timeoutProfiles: Record<TimeoutProfile, Partial<KafkaConfig>> = {
  swift: { connectionTimeout: 1_000, requestTimeout: 1_800, retry: { initialRetryTime: 100, retries: 2 } },
  bulk: { connectionTimeout: 1_000, requestTimeout: 30_000, retry: { initialRetryTime: 100, retries: 2 } },
  steady: {
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 5 },
  },
};

/** One kafkajs client; its log lines are passed to our log as warnings or below. */
export function connect(options: KafkaConnectionOptions, how: TimeoutProfile, log: Log): Kafka {
  return new kafkajs.Kafka({
    clientId: options.clientId,
    brokers: [...options.brokers],
    ssl: options.ssl,
    sasl: options.sasl as SASLOptions | undefined,
    logLevel: logLevel.WARN,
    logCreator: logTo(log),
    ...timeoutProfiles[how],
  });
}

const logTo =
  (log: Log): logCreator =>
  () =>
  ({ namespace, level, log: { message, groupId, error } }) => {
    const fields = { namespace, groupId: groupId as unknown, error: String(error ?? '') };
    if (level <= logLevel.WARN) log.warn(fields, `kafka: ${message}`);
    else log.debug(fields, `kafka: ${message}`);
  };
