import type { Pool } from 'pg';
import type { ServiceName, TopicContract } from '@kalends/topics';
import type { MessagingClient } from './request-reply/client.js';
import type { OutgoingMessage } from './core/envelope/envelope.js';
import type { Log } from './core/log.js';
import type { Delivered } from './core/nest/decorators.js';
import type { MessagingServer } from './core/nest/server.js';
import type { OutboxRelay, OutboxRelayOptions } from './core/outbox/relay.js';

/** Any contract, where the types of body and reply do not matter. */
export type AnyContract = Pick<
  TopicContract<unknown, unknown>,
  'name' | 'owner' | 'kind' | 'retention' | 'partitions' | 'maxMessageBytes' | 'unknownKinds' | 'schema' | 'reply'
>;

/**
 * A place in a topic. On Kafka: per partition (as text) the offset after the last message; on the embedded transport: `xid`
 * and `id` of the last message.
 */
export type Positions = Readonly<Record<string, number>>;

export interface ServerOptions {
  /** the service's pool; its search_path selects the schema with the dead letter table */
  readonly pool: Pick<Pool, 'query'>;
  /** contracts of plain `@EventPattern`/`@MessagePattern` handlers; those of our decorators are known */
  readonly contracts?: readonly AnyContract[];
  /** handlers of one topic that run concurrently (16) */
  readonly concurrency?: number;
  /** deliveries before a message that fails permanently becomes a dead letter (5) */
  readonly maxDeliveries?: number;
  readonly log?: Log;
}

export interface ReplayOptions<Body> {
  /** where to begin; by default at the first message stored */
  readonly from?: Positions;
  /** where to end, as from {@link Transport.ends} */
  readonly to: Positions;
  readonly handle: (batch: Delivered<Body>[]) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface TopicOptions {
  /** copies of each partition; Kafka only (1) */
  readonly replicationFactor?: number;
  /** partitions of each service's reply topic; Kafka only (8) */
  readonly replyPartitions?: number;
}

/** A component between the services and the log that {@link Transport.drained} must wait for: an outbox relay. */
export interface Feeder {
  settled(): Promise<boolean>;
}

/** Sends messages and waits until the log has stored them; per message, in order: undefined or the error. */
export interface Publisher {
  publish(messages: readonly OutgoingMessage[]): Promise<(Error | undefined)[]>;
}

/** The bus as services see it; the same on one machine (embedded) and distributed (Kafka). */
export interface Transport {
  readonly kind: 'embedded' | 'kafka';

  /** Resolves when the bus has answered: on Kafka a broker. */
  reach(): Promise<void>;

  /** Creates missing topics of the contracts, and on Kafka each service's missing reply topic. */
  ensureTopics(contracts: readonly AnyContract[], options?: TopicOptions): Promise<void>;

  /** A Nest transport strategy: the group's handlers consume the messages of their topics. */
  server(group: string, options: ServerOptions): MessagingServer;

  /** A Nest client proxy for a service's requests; await `connect()` before the service reports ready. */
  client(service: ServiceName, options?: { readonly contracts?: readonly AnyContract[] }): MessagingClient;

  /** Publishes the messages of a service's outbox to the bus. */
  relay(options: OutboxRelayOptions): OutboxRelay;

  /** The end of each partition of a topic now. */
  ends(topic: string): Promise<Positions>;

  /** The position up to which a group has committed a topic. */
  positions(group: string, topic: string): Promise<Positions>;

  /** How many messages of a topic a group has not committed yet. */
  lag(group: string, topic: string): Promise<number>;

  /** Reads a topic independently of all groups, in order per partition, and commits nothing: for rebuilds. */
  replay<Body, Reply>(contract: TopicContract<Body, Reply>, options: ReplayOptions<Body>): Promise<void>;

  /** Adds a feeder for {@link drained} to wait for; returns a function that removes it. */
  track(feeder: Feeder): () => void;

  /** Resolves when the outboxes are empty and this transport's servers have handled everything: for tests. */
  drained(): Promise<void>;

  /** Stops the servers, clients and connections that this transport created. */
  close(): Promise<void>;
}
