import { readFileSync } from 'node:fs';
import type { KafkaTransportOptions } from '../kafka/transport.js';

/** The Kafka settings of a service's environment, as `kafkaSettings` reads them. */
export interface KafkaSettings {
  KAFKA_BROKERS: string[];
  KAFKA_SSL: boolean;
  KAFKA_SSL_CA?: string | undefined;
  KAFKA_SASL_MECHANISM?: 'plain' | 'scram-sha-256' | 'scram-sha-512' | undefined;
  KAFKA_SASL_USERNAME?: string | undefined;
  KAFKA_SASL_PASSWORD?: string | undefined;
}

/** Connection options for `createKafkaTransport`; reads the CA file. Throws when the file cannot be read. */
export function kafkaOptionsOf(settings: KafkaSettings, clientId: string): KafkaTransportOptions {
  const { KAFKA_SASL_MECHANISM: mechanism } = settings;
  const ca = settings.KAFKA_SSL_CA ? [readFileSync(settings.KAFKA_SSL_CA, 'utf8')] : undefined;
  return {
    brokers: settings.KAFKA_BROKERS,
    clientId: `kalends-${clientId}`,
    ...(settings.KAFKA_SSL ? { ssl: ca ? { ca } : true } : {}),
    ...(mechanism
      ? {
          sasl: {
            mechanism,
            username: settings.KAFKA_SASL_USERNAME ?? '',
            password: settings.KAFKA_SASL_PASSWORD ?? '',
          } as KafkaTransportOptions['sasl'],
        }
      : {}),
  };
}
