import type { KafkaMessage } from 'kafkajs';
import type { Incoming } from '../core/dispatch/incoming.js';
import { header } from '../core/envelope/envelope.js';

/** A Kafka record as the library handles it. */
export function incoming(topic: string, partition: number, record: KafkaMessage): Incoming {
  const headers: Record<string, string> = {};
  for (const name in record.headers) {
    const value = record.headers[name];
    headers[name] = Array.isArray(value) ? String(value[0]) : String(value ?? '');
  }
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
