import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, ITopicConfig } from 'kafkajs';
import { topicRetentionMs } from '../core/inbox/inbox.js';
import type { AnyContract } from '../transport.js';
import { topicOffsets } from './topic-offsets.js';

type Topic = Pick<AnyContract, 'name' | 'retention' | 'partitions' | 'maxMessageBytes'> & {
  /** how long messages are kept where the topic is not compacted (7 days) */
  readonly retentionMs?: number;
};

const day = 86_400_000;

/** How long a broker that has just started, or is busy, may take to serve a new topic. */
const timeoutMs = 60_000;

/**
 * Creates missing topics and waits until the leaders of all serve them; existing ones keep the operator's settings. Tries again while the
 * cluster is not ready yet (a minute), and throws kafkajs's error otherwise.
 */
export async function createTopics(admin: Admin, topics: readonly Topic[], replicationFactor: number): Promise<void> {
  for (const giveUp = performance.now() + timeoutMs; ; await delay(200)) {
    try {
      return await createMissing(admin, topics, replicationFactor);
    } catch (error) {
      if (performance.now() > giveUp || !isTemporary(error, replicationFactor)) throw error;
    }
  }
}

async function createMissing(admin: Admin, topics: readonly Topic[], replicationFactor: number): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = topics.filter((topic) => !existing.has(topic.name));
  if (missing.length > 0)
    await admin.createTopics({
      waitForLeaders: true,
      timeout: timeoutMs,
      topics: missing.map((topic) => ({ ...configOf(topic), replicationFactor })),
    });
  // A broker is announced as the leader of a partition before it accepts messages for it, and another process may just have
  // created the topic.
  for (const { name } of topics) await topicOffsets(admin, name);
}

interface KafkaError {
  readonly type?: string;
  readonly retriable?: boolean;
  /** one for each topic */
  readonly errors?: readonly KafkaError[];
}

/**
 * kafkajs gives up at once on errors that it declares retriable: a broker does not know a topic until it has applied
 * its creation (UNKNOWN_TOPIC_OR_PARTITION). One replica is refused only while no broker is registered (KRaft).
 */
function isTemporary(error: unknown, replicationFactor: number): boolean {
  const { type, retriable, errors } = error as KafkaError;
  if (errors) return errors.every((one) => one.type === 'TOPIC_ALREADY_EXISTS' || isTemporary(one, replicationFactor));
  return retriable === true || (type === 'INVALID_REPLICATION_FACTOR' && replicationFactor === 1);
}

function configOf(topic: Topic): ITopicConfig {
  const entries = {
    'max.message.bytes': topic.maxMessageBytes,
    ...(topic.retention === 'compact'
      ? { 'cleanup.policy': 'compact', 'max.compaction.lag.ms': day, 'delete.retention.ms': 7 * day }
      : { 'cleanup.policy': 'delete', 'retention.ms': topic.retentionMs ?? topicRetentionMs }),
  };
  const configEntries = Object.entries(entries).map(([name, value]) => ({ name, value: String(value) }));
  return { topic: topic.name, numPartitions: topic.partitions, configEntries };
}
