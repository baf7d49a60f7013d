import { randomUUID } from 'node:crypto';
import type { Admin, EachBatchPayload, Kafka } from 'kafkajs';
import type { ReplyChannel, ReplyListener } from '../request-reply/client.js';
import { pause } from '../core/dispatch/backoff.js';
import type { Replier } from '../core/dispatch/dispatcher.js';
import { header, type OutgoingMessage } from '../core/envelope/envelope.js';
import { MessageTooLarge, Redeliver } from '../core/errors/errors.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';
import { GroupConsumer } from './group-consumer.js';
import { onlyPartition } from './own-partition.js';
import { hash } from './partition.js';
import type { BatchingProducer } from './producer.js';
import { topicOffsets } from './topic-offsets.js';

const failedStatus = 'error';
const replyBytes = 8 * 1024 * 1024;
const commitIntervalMs = 1_000;

/** Sends replies into the partition that the requesting instance reads: address `<topic>/<partition>`. */
export class KafkaReplier implements Replier {
  constructor(private readonly producer: BatchingProducer) {}

  async reply(to: string, correlation: string, outcome: { body: string } | { error: string }): Promise<void> {
    const [topic = '', partition = '0'] = to.split('/');
    const failed = 'error' in outcome;
    const headers: Record<string, string> = { [header.correlation]: correlation };
    if (failed) headers[header.status] = failedStatus;
    const body = failed ? outcome.error : outcome.body;
    const message = { id: correlation, topic, key: correlation, lane: to, headers, body, maxBytes: replyBytes };
    const error = await this.producer.send({ message, partition: Number(partition) });
    if (error instanceof MessageTooLarge) throw error;
    if (error) throw new Redeliver('the reply could not be sent', { cause: error });
  }
}

interface ReplyChannelDependencies {
  readonly kafka: Kafka;
  readonly admin: () => Promise<Admin>;
  readonly producer: BatchingProducer;
  readonly log: Log;
}

/**
 * One requesting instance: a separate consumer group that reads one partition of the reply topic from its end. That end is
 * committed before the first request is sent, so no rebalance moves a reply and no rejoin skips one.
 */
export class KafkaReplyChannel implements ReplyChannel {
  private readonly stopping = new AbortController();
  private readonly nonce = randomUUID();
  private consumer: GroupConsumer | undefined;
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private read = -1;
  private committed = -1;

  constructor(
    private readonly topic: string,
    private readonly instanceId: string,
    private readonly dependencies: ReplyChannelDependencies,
  ) {}

  async open(listener: ReplyListener): Promise<string> {
    for (let failures = 1; ; failures++) {
      try {
        return await this.join(listener);
      } catch (error) {
        this.dependencies.log.warn(
          { topic: this.topic, error: describe(error) },
          'reply topic not reachable, retrying',
        );
        await pause(Math.min(2_000, 250 * failures), this.stopping.signal);
        if (this.stopping.signal.aborted) throw error;
      }
    }
  }

  send(request: OutgoingMessage, isAwaited: () => boolean): Promise<Error | undefined> {
    return this.dependencies.producer.send({ message: request, isAwaited });
  }

  async close(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    if (!this.consumer) return;
    await this.consumer.stop();
    await this.running;
    // without a broker the group expires without being deleted
    await this.dependencies
      .admin()
      .then((admin) => admin.deleteGroups([this.groupId]))
      .catch(() => undefined);
  }

  private get groupId(): string {
    return `${this.topic}.${this.instanceId}.${this.nonce}`;
  }

  private async join(listener: ReplyListener): Promise<string> {
    const admin = await this.dependencies.admin();
    const ends = await topicOffsets(admin, this.topic);
    const partition = hash(this.instanceId) % ends.length;
    const offset = ends.find((end) => end.partition === partition)?.high ?? '0';
    const { kafka, log } = this.dependencies;
    const group = { groupId: this.groupId, partitionAssigners: [onlyPartition(this.topic, partition)] };
    const ignore = (): void => undefined;
    this.consumer = new GroupConsumer(
      kafka,
      {
        group,
        topics: [this.topic],
        from: 'end',
        onAssigned: ignore,
        onRebalancing: ignore,
        onBatch: (payload) => this.receive(payload, listener),
      },
      log,
    );
    this.running = this.consumer.run();
    // the end before anyone could reply is committed before the first request: a rejoin begins there at worst
    await Promise.all([this.consumer.joined, this.consumer.fetched]);
    this.read = Math.max(this.read, Number(offset));
    for (let tries = 1; this.committed < 0 && !this.stopping.signal.aborted; tries++) {
      await this.commit(partition);
      if (this.committed < 0) await pause(Math.min(1_000, 100 * tries), this.stopping.signal);
    }
    this.timer = setInterval(() => void this.commit(partition), commitIntervalMs);
    await this.openConnections(ends.length);
    return `${this.topic}/${partition}`;
  }

  /**
   * Sends a reply that nobody expects to each partition, and so to most brokers: the first requests would otherwise wait for
   * connections, with TLS and SASL longer than they may.
   */
  private async openConnections(partitions: number): Promise<void> {
    const { topic } = this;
    const unexpected = { id: randomUUID(), topic, key: this.nonce, lane: topic, body: 'null', maxBytes: replyBytes };
    const message = { ...unexpected, headers: { [header.correlation]: this.nonce } };
    const all = Array.from({ length: partitions }, (_, partition) => partition);
    await Promise.all(all.map((partition) => this.dependencies.producer.send({ message, partition })));
  }

  private receive({ batch }: EachBatchPayload, listener: ReplyListener): void {
    for (const record of batch.messages) {
      const correlation = record.headers?.[header.correlation]?.toString() ?? '';
      if (!listener.expects(correlation)) continue;
      const failed = record.headers?.[header.status]?.toString() === failedStatus;
      listener.arrived({ correlation, failed, body: record.value?.toString() ?? 'null' });
    }
    this.read = Number(batch.lastOffset()) + 1;
  }

  private async commit(partition: number): Promise<void> {
    const offset = this.read;
    if (offset <= this.committed) return;
    try {
      await this.consumer?.commit([{ topic: this.topic, partition, offset: String(offset) }]);
      this.committed = offset;
    } catch (error) {
      this.dependencies.log.debug(
        { topic: this.topic, error: describe(error) },
        'reply offset not committed, retrying',
      );
    }
  }
}
