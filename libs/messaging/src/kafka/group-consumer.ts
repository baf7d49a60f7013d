import kafkajs, { type Consumer, type ConsumerConfig, type EachBatchPayload, type Kafka } from 'kafkajs';
import { pause } from '../core/dispatch/backoff.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';
import type { Partitions } from './assign-partitions.js';
import { stickyAssigner } from './sticky-assigner.js';

interface GroupConsumerOptions {
  readonly group: Omit<ConsumerConfig, 'retry'>;
  readonly topics: readonly string[];
  /** where a group without committed offsets begins: at the first message stored, or at the end */
  readonly from: 'start' | 'end';
  /** called with the partitions per topic that this member has from now on */
  readonly onAssigned: (assignment: Partitions) => void;
  /** called before partitions may move to other members */
  readonly onRebalancing: () => void;
  readonly onBatch: (payload: EachBatchPayload) => void;
}

const sessionTimeout = 6_000;
const heartbeatInterval = 1_500;
const maxWaitTimeInMs = 250;

/**
 * A durable kafkajs consumer: recreated when kafkajs gives up. Batches are passed on without waiting, so a slow handler
 * blocks neither heartbeats nor other partitions; the caller commits.
 */
export class GroupConsumer {
  private consumer: Consumer | undefined;
  private readonly stopping = new AbortController();
  private heartbeat: (() => Promise<void>) | undefined;
  private readonly timer: NodeJS.Timeout;
  private joinedOnce: () => void = () => undefined;
  private fetchedOnce: () => void = () => undefined;
  private member = false;
  /** resolves when the group is joined for the first time */
  readonly joined = new Promise<void>((resolve) => (this.joinedOnce = resolve));

  /** resolves when the first fetch is done and the position in the log is fixed */
  readonly fetched = new Promise<void>((resolve) => (this.fetchedOnce = resolve));

  constructor(
    private readonly kafka: Kafka,
    private readonly options: GroupConsumerOptions,
    private readonly log: Log,
  ) {
    // the fetch loop sends heartbeats too, but a large fetch may delay them
    this.timer = setInterval(() => void this.heartbeat?.().catch(() => undefined), heartbeatInterval);
  }

  get healthy(): boolean {
    return this.member;
  }

  /** Joins, and rejoins whenever the consumer crashes permanently, until stopped. */
  async run(): Promise<void> {
    for (let failures = 1; !this.stopping.signal.aborted; failures++) {
      try {
        await this.once(() => (failures = 0));
      } catch (error) {
        this.log.warn({ group: this.options.group.groupId, error: describe(error) }, 'consumer ended, rejoining');
      }
      this.member = false;
      this.heartbeat = undefined;
      await pause(Math.min(5_000, 250 * failures), this.stopping.signal);
    }
  }

  async commit(offsets: { topic: string; partition: number; offset: string }[]): Promise<void> {
    if (!this.consumer || !this.member) throw new Error('not a member of the group');
    await this.consumer.commitOffsets(offsets);
  }

  pause(topic: string, partition: number): void {
    this.consumer?.pause([{ topic, partitions: [partition] }]);
  }

  resume(topic: string, partition: number): void {
    this.consumer?.resume([{ topic, partitions: [partition] }]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.consumer?.disconnect().catch(() => undefined);
  }

  private async once(joined: () => void): Promise<void> {
    let owned: Partitions = {};
    const config = { sessionTimeout, heartbeatInterval, maxWaitTimeInMs, rebalanceTimeout: 10_000 };
    const consumer = this.kafka.consumer({
      ...config,
      ...this.options.group,
      allowAutoTopicCreation: false,
      // the second for a group with members of a release that knows only that
      partitionAssigners: [stickyAssigner(() => owned), kafkajs.PartitionAssigners.roundRobin],
      // this class creates a new consumer instead: kafkajs restarts only after errors that it considers retriable
      retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 1_000, restartOnFailure: async () => false },
    });
    this.consumer = consumer;
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => (owned = payload.memberAssignment));
    const ended = this.watch(consumer, joined);
    ended.catch(() => undefined);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...this.options.topics], fromBeginning: this.options.from === 'start' });
      await consumer.run({ autoCommit: false, eachBatch: async (payload) => this.batch(payload) });
      await ended;
    } finally {
      await consumer.disconnect().catch(() => undefined);
    }
  }

  /** Settles when the consumer has ended: resolves on a stop, rejects on a crash. */
  private watch(consumer: Consumer, joined: () => void): Promise<void> {
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      this.options.onAssigned(payload.memberAssignment);
      this.member = true;
      joined();
      this.joinedOnce();
    });
    consumer.on(consumer.events.FETCH, () => this.fetchedOnce());
    consumer.on(consumer.events.REBALANCING, () => this.options.onRebalancing());
    return new Promise((resolve, reject) => {
      const stopped = (): void => resolve();
      this.stopping.signal.addEventListener('abort', stopped, { once: true });
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        this.stopping.signal.removeEventListener('abort', stopped);
        reject(payload.error);
      });
    });
  }

  private batch(payload: EachBatchPayload): void {
    this.heartbeat = payload.heartbeat;
    this.options.onBatch(payload);
  }
}
