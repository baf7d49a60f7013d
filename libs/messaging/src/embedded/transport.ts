import type { ServiceName, TopicContract } from '@kalends/contracts';
import { createPool } from '@kalends/service';
import type pg from 'pg';
import { MessagingClient, type ReplyListener } from '../ask/client.js';
import { MicroBatcher } from '../batching/micro-batcher.js';
import { drain } from '../drain.js';
import { bytesOf, header, type OutgoingMessage } from '../envelope/envelope.js';
import { describe } from '../errors/sort.js';
import { silent, type Log } from '../log.js';
import { MessagingServer } from '../nest/server.js';
import { openBatch } from '../replay.js';
import { replyTopics, replyTopicOf } from '../reply-topics.js';
import type { AnyContract, Feeder, Positions, ReplayOptions, ServerOptions, Transport } from '../transport.js';
import { Heads } from './heads.js';
import { asRead, LogTables } from './log-tables.js';
import { EmbeddedReplier, EmbeddedReplyChannel } from './replies.js';
import { StraightAsks } from './straight-asks.js';
import { EmbeddedSubscription } from './subscription.js';

export interface EmbeddedTransportOptions {
  /** database with the schema `bus` (see `busMigrations`); either this or `pool` */
  readonly connectionString?: string;
  readonly pool?: pg.Pool;
  /** connections of an own pool (4) */
  readonly poolSize?: number;
  /** how often to look for messages of other processes, in ms (1 000) */
  readonly pollMs?: number;
  readonly log?: Log;
}

const cutEveryMs = 30_000;
const batchBytes = 16 * 1024 * 1024;

/** The bus on one machine: a log in PostgreSQL tables, with wake-ups inside the process. */
export function createEmbeddedTransport(options: EmbeddedTransportOptions): Transport {
  return new EmbeddedTransport(options);
}

class EmbeddedTransport implements Transport {
  readonly kind = 'embedded';
  private readonly pool: pg.Pool;
  private readonly tables: LogTables;
  private readonly heads = new Heads();
  private readonly log: Log;
  private readonly compact = new Map<string, boolean>();
  private readonly batchers = new Map<string, MicroBatcher<OutgoingMessage>>();
  private readonly asks = new StraightAsks();
  private readonly local = new Map<string, ReplyListener>();
  private readonly servers = new Set<MessagingServer>();
  private readonly clients = new Set<MessagingClient>();
  private readonly feeders = new Set<Feeder>();
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly options: EmbeddedTransportOptions) {
    this.log = options.log ?? silent;
    this.pool = options.pool ?? this.ownPool();
    this.tables = new LogTables(this.pool);
    this.timers = [
      setInterval(() => void this.quietly(() => this.poll()), options.pollMs ?? 1_000),
      setInterval(() => void this.quietly(() => this.tables.cut()), cutEveryMs),
    ];
    for (const timer of this.timers) timer.unref();
  }

  async ensureTopics(contracts: readonly AnyContract[]): Promise<void> {
    const topics = [...contracts, ...replyTopics(1)];
    await this.tables.createTopics(topics.map(({ name, retention }) => ({ name, compact: retention === 'compact' })));
    await this.poll();
  }

  server(group: string, options: ServerOptions): MessagingServer {
    const subscription = new EmbeddedSubscription(group, { ...this.parts(), log: options.log ?? this.log });
    const server = new MessagingServer(group, options, subscription, new EmbeddedReplier(this.parts()));
    this.servers.add(server);
    return server;
  }

  client(service: ServiceName, options: { readonly contracts?: readonly AnyContract[] } = {}): MessagingClient {
    const contracts = new Map(options.contracts?.map((contract) => [contract.name, contract]));
    const client = new MessagingClient(new EmbeddedReplyChannel(replyTopicOf(service), this.parts()), contracts);
    this.clients.add(client);
    return client;
  }

  publish(messages: readonly OutgoingMessage[]): Promise<(Error | undefined)[]> {
    return Promise.all(messages.map((message) => this.batcher(message.topic).add(message)));
  }

  async ends(topic: string): Promise<Positions> {
    const topics = await this.tables.topics();
    return { '0': (topics.get(topic)?.last ?? 0) + 1 };
  }

  async positions(group: string, topic: string): Promise<Positions> {
    return { '0': (await this.tables.positionOf(group, topic)) + 1 };
  }

  async replay<Body, R>(contract: TopicContract<Body, R>, options: ReplayOptions<Body>): Promise<void> {
    const end = options.to['0'] ?? 0;
    for (let after = (options.from?.['0'] ?? 1) - 1; after < end - 1 && !options.signal?.aborted;) {
      const page = (await this.tables.read(contract.name, after, 500)).filter(({ position }) => position < end);
      if (page.length === 0) return;
      const batch = openBatch(contract, page, this.log);
      if (batch.length > 0) await options.handle(batch);
      after = page.at(-1)?.position ?? end;
    }
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
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([...this.servers].map((server) => server.close()));
    await Promise.all([...this.clients].map((client) => client.close()));
    if (!this.options.pool) await this.pool.end();
  }

  private parts() {
    const publish = (messages: readonly OutgoingMessage[]) => this.publish(messages);
    return { tables: this.tables, heads: this.heads, asks: this.asks, log: this.log, local: this.local, publish };
  }

  private ownPool(): pg.Pool {
    const { connectionString, poolSize } = this.options;
    if (!connectionString) throw new Error('the embedded transport needs a connection string or a pool');
    return createPool({
      url: connectionString,
      max: poolSize ?? 4,
      applicationName: 'kalends-bus',
      // a connection that breaks while idle is replaced at its next use
      onIdleError: (error) => this.log.warn({ error: describe(error) }, 'bus connection lost'),
    });
  }

  private batcher(topic: string): MicroBatcher<OutgoingMessage> {
    let batcher = this.batchers.get(topic);
    if (!batcher) {
      batcher = new MicroBatcher<OutgoingMessage>({
        send: (batch) => this.append(topic, batch),
        bytesOf,
        laneOf: (message) => message.lane,
        budgetOf: () => ({ key: topic, bytes: batchBytes }),
        maxCount: 1_000,
        maxBytes: batchBytes,
      });
      this.batchers.set(topic, batcher);
    }
    return batcher;
  }

  private async append(topic: string, batch: readonly OutgoingMessage[]): Promise<ReadonlyMap<number, Error>> {
    if (!this.compact.has(topic)) await this.poll();
    // who asks learns of a failure and asks again
    const transient = batch.every(({ headers }) => headers[header.replyTo] !== undefined);
    const compact = this.compact.get(topic) ?? false;
    const last = await this.tables.append(topic, { compact, transient }, batch);
    this.heads.advance(
      topic,
      last,
      compact ? [] : batch.map((one, index) => asRead(one, last - batch.length + 1 + index)),
    );
    return new Map();
  }

  private async poll(): Promise<void> {
    for (const [name, { compact, last }] of await this.tables.topics()) {
      this.compact.set(name, compact);
      this.heads.advance(name, last);
    }
  }

  private async quietly(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.log.warn({ error: describe(error) }, 'bus database not reachable'));
  }
}
