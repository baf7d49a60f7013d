/**
 * Prints k8s/strimzi/topics.yaml from the contracts: `node tools/k8s/print-topics.mjs > k8s/strimzi/topics.yaml` after `npm
 * run build`. A spec compares the file with a broker's topics after the services created them.
 */
import process from 'node:process';
import { topics } from '@kalends/contracts';
import { topicRetentionMs } from '@kalends/messaging';
import { replyTopics } from '../../libs/messaging/dist/request-reply/reply-topics.js';

const day = 86_400_000;

const cleanup = ({ retention, retentionMs }) =>
  retention === 'compact'
    ? [`cleanup.policy: compact`, `max.compaction.lag.ms: ${day}`, `delete.retention.ms: ${7 * day}`]
    : [`cleanup.policy: delete`, `retention.ms: ${retentionMs ?? topicRetentionMs}`];

const manifest = (topic) => `---
apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
metadata:
  name: ${topic.name}
  labels: { strimzi.io/cluster: kafka, app.kubernetes.io/part-of: kalends }
spec:
  partitions: ${topic.partitions}
  replicas: 3
  config:
${[`max.message.bytes: ${topic.maxMessageBytes}`, 'min.insync.replicas: 2', ...cleanup(topic)].map((line) => `    ${line}\n`).join('')}`;

const all = [...topics, ...replyTopics(8)];
process.stdout.write(`# Printed by tools/k8s/print-topics.mjs.\n${all.map(manifest).join('')}`);
