import type { Admin, ITopicConfig } from 'kafkajs';
import { topicRetentionMs } from '../core/inbox/inbox.js';
import type { AnyContract } from '../transport.js';

type Topic = Pick<AnyContract, 'name' | 'retention' | 'partitions' | 'maxMessageBytes'> & {
  /** how long messages are kept where the topic is not compacted (7 days) */
  readonly retentionMs?: number;
};

const day = 86_400_000;

/** Creates missing topics; existing ones keep the operator's settings. */
export async function createTopics(admin: Admin, topics: readonly Topic[], replicationFactor: number): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = topics.filter((topic) => !existing.has(topic.name));
  if (missing.length === 0) return;
  await admin.createTopics({
    waitForLeaders: true,
    timeout: 15_000,
    topics: missing.map((topic) => ({ ...configOf(topic), replicationFactor })),
  });
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
