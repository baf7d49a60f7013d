import { randomUUID } from 'node:crypto';
import type { Admin, Kafka } from 'kafkajs';
import type { ServiceName, TopicContract } from '@kalends/topics';
import { MessagingClient } from '../request-reply/client.js';
import { drain } from '../core/drain.js';
import type { OutgoingMessage } from '../core/envelope/envelope.js';
import { silent, type Log } from '../core/log.js';
import { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions } from '../core/outbox/relay.js';
import { MessagingServer } from '../core/nest/server.js';
import { openBatch } from '../core/replay.js';
import { replyTopics, replyTopicOf } from '../request-reply/reply-topics.js';
import type {
  AnyContract,
  Feeder,
  Positions,
  Publisher,
  ReplayOptions,
  ServerOptions,
  TopicOptions,
  Transport,
} from '../transport.js';
import { connect, type KafkaConnectionOptions } from './connection.js';
import { BatchingProducer } from './producer.js';
import { replayTopic } from './replay.js';
import { KafkaReplier, KafkaReplyChannel } from './replies.js';
import { KafkaSubscription } from './subscription.js';
import { createTopics } from './topics.js';
import { topicOffsets } from './topic-offsets.js';

export interface KafkaTransportOptions extends KafkaConnectionOptions {
  /** name of this instance among those of its service; it determines the reply partition (random) */
  readonly instanceId?: string;
  readonly log?: Log;
}

/** The bus on Apache Kafka. It connects on first use. */
export function createKafkaTransport(options: KafkaTransportOptions): Transport & Publisher {
  return new KafkaTransport(options);
}

class KafkaTransport implements Transport, Publisher {
  readonly kind = 'kafka';
  private readonly kafka: Kafka;
  private readonly log: Log;
  private readonly instanceId: string;
  /** one producer each, as a producer has one send in flight: a full outbox delays no request, and a request no reply */
  private readonly requests: BatchingProducer;
  private readonly replies: BatchingProducer;
  private readonly outbox: BatchingProducer;
  private readonly servers = new Set<MessagingServer>();
  private readonly clients = new Set<MessagingClient>();
  private readonly feeders = new Set<Feeder>();
  private connectedAdmin: Promise<Admin> | undefined;

  constructor(options: KafkaTransportOptions) {
    this.log = options.log ?? silent;
    this.instanceId = options.instanceId ?? randomUUID();
    this.kafka = connect(options, 'steady', this.log);
    this.requests = new BatchingProducer(options, 'swift', this.log);
    this.replies = new BatchingProducer(options, 'swift', this.log);
    this.outbox = new BatchingProducer(options, 'bulk', this.log);
  }

  async reach(): Promise<void> {
    await (await this.admin()).describeCluster();
  }

  async ensureTopics(contracts: readonly AnyContract[], options: TopicOptions = {}): Promise<void> {
    const topics = [...contracts, ...replyTopics(options.replyPartitions ?? 8)];
    await createTopics(await this.admin(), topics, options.replicationFactor ?? 1);
  }

  relay(options: OutboxRelayOptions): OutboxRelay {
    return createOutboxRelay(options, this);
  }

  server(group: string, options: ServerOptions): MessagingServer {
    const log = options.log ?? this.log;
    const subscription = new KafkaSubscription(group, { kafka: this.kafka, admin: () => this.admin(), log });
    const server = new MessagingServer(group, options, { subscription, replier: new KafkaReplier(this.replies) });
    this.servers.add(server);
    return server;
  }

  client(service: ServiceName, options: { readonly contracts?: readonly AnyContract[] } = {}): MessagingClient {
    const contracts = new Map(options.contracts?.map((contract) => [contract.name, contract]));
    const dependencies = { kafka: this.kafka, admin: () => this.admin(), producer: this.requests, log: this.log };
    const client = new MessagingClient(
      new KafkaReplyChannel(replyTopicOf(service), this.instanceId, dependencies),
      contracts,
    );
    this.clients.add(client);
    return client;
  }

  publish(messages: readonly OutgoingMessage[]): Promise<(Error | undefined)[]> {
    return Promise.all(messages.map((message) => this.outbox.send({ message })));
  }

  async ends(topic: string): Promise<Positions> {
    const offsets = await topicOffsets(await this.admin(), topic);
    return Object.fromEntries(offsets.map(({ partition, high }) => [String(partition), Number(high)]));
  }

  async positions(group: string, topic: string): Promise<Positions> {
    const [found] = await (await this.admin()).fetchOffsets({ groupId: group, topics: [topic] });
    return Object.fromEntries(
      (found?.partitions ?? []).map(({ partition, offset }) => [String(partition), Math.max(0, Number(offset))]),
    );
  }

  async lag(group: string, topic: string): Promise<number> {
    const [ends, positions] = await Promise.all([this.ends(topic), this.positions(group, topic)]);
    return Object.entries(ends).reduce((sum, [one, end]) => sum + Math.max(0, end - (positions[one] ?? 0)), 0);
  }

  async replay<Body, R>(contract: TopicContract<Body, R>, options: ReplayOptions<Body>): Promise<void> {
    const offsets = await topicOffsets(await this.admin(), contract.name);
    await replayTopic(this.kafka, {
      topic: contract.name,
      from: options.from,
      lows: Object.fromEntries(offsets.map(({ partition, low }) => [String(partition), Number(low)])),
      to: options.to,
      signal: options.signal,
      handle: async (messages) => {
        const batch = openBatch(contract, messages, this.log);
        if (batch.length > 0) await options.handle(batch);
      },
    });
  }

  track(feeder: Feeder): () => void {
    this.feeders.add(feeder);
    return () => this.feeders.delete(feeder);
  }

  drained(): Promise<void> {
    return drain(
      () => this.feeders,
      () => this.servers,
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers].map((server) => server.close()));
    await Promise.all([...this.clients].map((client) => client.close()));
    await Promise.all([this.requests.close(), this.replies.close(), this.outbox.close()]);
    await this.connectedAdmin?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  private admin(): Promise<Admin> {
    if (!this.connectedAdmin) {
      const admin = this.kafka.admin();
      this.connectedAdmin = admin.connect().then(() => admin);
      this.connectedAdmin.catch(() => (this.connectedAdmin = undefined));
    }
    return this.connectedAdmin;
  }
}
