import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Incoming } from '../core/dispatch/incoming.js';
import type { Positions } from '../transport.js';
import { incoming } from './incoming.js';

interface KafkaReplay {
  readonly topic: string;
  readonly from: Positions | undefined;
  /** first offset stored per partition */
  readonly lows: Positions;
  readonly to: Positions;
  readonly signal: AbortSignal | undefined;
  readonly handle: (messages: Incoming[]) => Promise<void>;
}

/** Reads a topic from one set of positions to another with a consumer of a temporary group, which it deletes. */
export async function replayTopic(kafka: Kafka, replay: KafkaReplay): Promise<void> {
  const remaining = new Map<number, number>();
  for (const [partition, end] of Object.entries(replay.to)) {
    const begin = Math.max(replay.from?.[partition] ?? 0, replay.lows[partition] ?? 0);
    if (begin < end) remaining.set(Number(partition), end);
  }
  if (remaining.size === 0 || replay.signal?.aborted) return;
  const groupId = `replay.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 250, sessionTimeout: 30_000 });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [replay.topic], fromBeginning: true });
    await readAll(consumer, replay, remaining);
  } finally {
    await consumer.disconnect();
  }
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteGroups([groupId]).catch(() => undefined);
  await admin.disconnect();
}

function readAll(consumer: Consumer, replay: KafkaReplay, remaining: Map<number, number>): Promise<void> {
  return new Promise((resolve, reject) => {
    replay.signal?.addEventListener('abort', () => resolve(), { once: true });
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
      try {
        await handleBatch(payload, replay, remaining);
        if (remaining.size === 0) resolve();
      } catch (error) {
        reject(error as Error);
      }
    };
    consumer.run({ autoCommit: false, eachBatch }).then(() => seekAll(consumer, replay), reject);
  });
}

function seekAll(consumer: Consumer, replay: KafkaReplay): void {
  for (const [partition, offset] of Object.entries(replay.from ?? {})) {
    consumer.seek({ topic: replay.topic, partition: Number(partition), offset: String(offset) });
  }
}

async function handleBatch(
  payload: EachBatchPayload,
  replay: KafkaReplay,
  remaining: Map<number, number>,
): Promise<void> {
  const { batch } = payload;
  const end = remaining.get(batch.partition);
  if (end === undefined || replay.signal?.aborted) return;
  const from = replay.from?.[String(batch.partition)] ?? 0;
  const messages = batch.messages
    .map((record) => incoming(batch.topic, batch.partition, record))
    .filter(({ position }) => position < end && position >= from);
  const heartbeat = setInterval(() => void payload.heartbeat().catch(() => undefined), 3_000);
  try {
    if (messages.length > 0) await replay.handle(messages);
  } finally {
    clearInterval(heartbeat);
  }
  if (Number(batch.lastOffset()) + 1 >= end) remaining.delete(batch.partition);
}
