import type { KafkaMessage } from 'kafkajs';
import type { Incoming } from '../core/dispatch/incoming.js';
import { type Headers, header } from '../core/envelope/envelope.js';

/** A Kafka record as the library handles it. */
export function incoming(topic: string, partition: number, record: KafkaMessage): Incoming {
  const entries = Object.entries(record.headers ?? {});
  const headers: Headers = Object.fromEntries(entries.map(([name, value]) => [name, String([value].flat()[0] ?? '')]));
  const key = headers[header.subject] ?? record.key?.toString() ?? '';
  return {
    topic,
    partition,
    position: Number(record.offset),
    key,
    lane: headers[header.lane] ?? key,
    headers,
    body: record.value?.toString() ?? null,
  };
}
