import type { Admin, EachBatchPayload, Kafka } from 'kafkajs';
import { LaneStream } from '../core/dispatch/lane-stream.js';
import type { Route } from '../core/dispatch/route.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';
import type { Deliver, Subscription } from '../core/nest/server.js';
import { GroupConsumer } from './group-consumer.js';
import { incoming } from './incoming.js';
import { topicOffsets } from './topic-offsets.js';

interface Part {
  readonly topic: string;
  readonly partition: number;
  readonly stream: LaneStream;
  committed: number;
}

interface SubscriptionDependencies {
  readonly kafka: Kafka;
  readonly admin: () => Promise<Admin>;
  readonly log: Log;
}

const commitIntervalMs = 250;
const batchSize = 500;
const startTimeoutMs = 15_000;

/**
 * A consumer group on Kafka: lanes of a partition run concurrently; offsets are committed in the background after effects.
 */
export class KafkaSubscription implements Subscription {
  private readonly parts = new Map<string, Part>();
  private readonly leaving = new Map<string, Promise<unknown>>();
  private readonly pausedTopics = new Set<string>();
  private assignment: Readonly<Record<string, readonly number[]>> = {};
  private routes: ReadonlyMap<string, Route> = new Map();
  private deliver: Deliver = async () => false;
  private consumer: GroupConsumer | undefined;
  private running: Promise<void> = Promise.resolve();
  private committing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly group: string,
    private readonly deps: SubscriptionDependencies,
  ) {}

  get healthy(): boolean {
    return this.routes.size === 0 || (this.consumer?.healthy ?? false);
  }

  /** Resolves when joined, or after 15 s without a broker: the group then joins when it can. */
  async start(routes: ReadonlyMap<string, Route>, deliver: Deliver): Promise<void> {
    this.routes = routes;
    this.deliver = deliver;
    if (routes.size === 0) return;
    const consumer = new GroupConsumer(
      this.deps.kafka,
      {
        group: { groupId: this.group },
        topics: [...routes.keys()],
        from: 'start',
        onAssigned: (assignment) => this.assigned(assignment),
        onRebalancing: () => void this.commit(),
        onBatch: (payload) => this.receive(payload),
      },
      this.deps.log,
    );
    this.consumer = consumer;
    this.running = consumer.run();
    this.timer = setInterval(() => void this.commit(), commitIntervalMs);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([consumer.joined, new Promise((resolve) => (timer = setTimeout(resolve, startTimeoutMs)))]);
    clearTimeout(timer);
  }

  async stop(abandon: () => void): Promise<void> {
    clearInterval(this.timer);
    const ending = [...this.parts.values()].map((part) => part.stream.cancel());
    abandon();
    await Promise.all(ending);
    await this.commit();
    await this.consumer?.stop();
    await this.running;
  }

  async pause(topic: string): Promise<void> {
    this.pausedTopics.add(topic);
    for (const partition of this.assignment[topic] ?? []) this.consumer?.pause(topic, partition);
    const parts = [...this.parts.values()].filter((part) => part.topic === topic);
    await Promise.all(parts.map((part) => part.stream.settled()));
    await this.commit();
  }

  resume(topic: string): void {
    this.pausedTopics.delete(topic);
    for (const partition of this.assignment[topic] ?? []) this.consumer?.resume(topic, partition);
  }

  async caughtUp(): Promise<boolean> {
    const admin = await this.deps.admin();
    for (const topic of this.routes.keys()) {
      const ends = await topicOffsets(admin, topic);
      const behind = ends.filter(
        (end) => Number(end.high) > Number(end.low) && !this.has(topic, end.partition, end.high),
      );
      if (behind.length === 0) continue;
      const [committed] = await admin.fetchOffsets({ groupId: this.group, topics: [topic] });
      const offsets = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      if (behind.some((end) => (offsets.get(end.partition) ?? -1) < Number(end.high))) return false;
    }
    return true;
  }

  private has(topic: string, partition: number, end: string): boolean {
    const stream = this.parts.get(keyOf(topic, partition))?.stream;
    return stream !== undefined && stream.idle && stream.committable >= Number(end);
  }

  /** Partitions that stay keep their stream; revoked ones stop immediately and are no longer committed. */
  private assigned(assignment: Readonly<Record<string, readonly number[]>>): void {
    this.assignment = assignment;
    for (const [key, part] of this.parts) {
      if (assignment[part.topic]?.includes(part.partition)) continue;
      this.parts.delete(key);
      const ended = part.stream.cancel().finally(() => this.leaving.delete(key));
      this.leaving.set(key, ended);
    }
    for (const topic of this.pausedTopics)
      for (const partition of assignment[topic] ?? []) this.consumer?.pause(topic, partition);
  }

  private receive({ batch, pause }: EachBatchPayload): void {
    const { topic, partition } = batch;
    const route = this.routes.get(topic);
    if (!route) return;
    const { stream } = this.partOf(route, partition);
    stream.push(batch.messages.map((record) => incoming(topic, partition, record)));
    if (!stream.full) return;
    const resume = pause();
    void stream.room().then(() => {
      if (!this.pausedTopics.has(topic)) resume();
    });
  }

  private partOf(route: Route, partition: number): Part {
    const key = keyOf(route.topic, partition);
    let part = this.parts.get(key);
    if (!part) {
      const stream = new LaneStream({
        chunk: route.form === 'batch' ? batchSize : 1,
        handle: (chunk) => this.deliver(route, chunk),
        after: this.leaving.get(key),
      });
      part = { topic: route.topic, partition, stream, committed: -1 };
      this.parts.set(key, part);
    }
    return part;
  }

  private commit(): Promise<void> {
    this.committing = this.committing.then(() => this.commitDone());
    return this.committing;
  }

  private async commitDone(): Promise<void> {
    const due = [...this.parts.values()]
      .map((part) => ({ part, offset: part.stream.committable }))
      .filter(({ part, offset }) => offset > part.committed);
    if (due.length === 0) return;
    try {
      await this.consumer?.commit(
        due.map(({ part: { topic, partition }, offset }) => ({ topic, partition, offset: String(offset) })),
      );
      for (const { part, offset } of due) part.committed = offset;
    } catch (error) {
      // after a rebalance or without a broker: partitions still assigned here are committed at the next round
      this.deps.log.debug({ group: this.group, error: describe(error) }, 'offsets not committed, retrying');
    }
  }
}

const keyOf = (topic: string, partition: number): string => `${topic}/${partition}`;
