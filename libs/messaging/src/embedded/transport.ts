import type { ServiceName, TopicContract } from '@kalends/topics';
import { createPool, migrate } from '@kalends/postgres';
import type pg from 'pg';
import { MessagingClient } from '../request-reply/client.js';
import { drain } from '../core/drain.js';
import { describe } from '../core/errors/sort.js';
import { silent, type Log } from '../core/log.js';
import { MessagingServer } from '../core/nest/server.js';
import { busMigrations } from '../migrations.js';
import { openBatch } from '../core/replay.js';
import type { AnyContract, Feeder, Positions, ReplayOptions, ServerOptions, Transport } from '../transport.js';
import type { OutboxRelay, OutboxRelayOptions } from '../core/outbox/relay.js';
import { beginning, type Place } from '../core/outbox/place.js';
import { EmbeddedOutbox } from './embedded-outbox.js';
import { LocalRequests } from './local-requests.js';
import { LogTables } from './log-tables.js';
import { ReadingConnection } from './reading-connection.js';
import { EmbeddedSubscription } from './subscription.js';
import { TailReader } from './tail.js';

interface EmbeddedTransportOptions {
  readonly connectionString: string;
  /** how long to wait for the previous process to end, in ms (30 000) */
  readonly lockTimeoutMs?: number;
  readonly log?: Log;
}

const trimIntervalMs = 30_000;

/** A place as positions contain it; both parts are exact up to 2^53. */
const positionsOf = ({ xid, id }: Place): Positions => ({ xid: Number(xid), id: Number(id) });
const placeOf = ({ xid = 0, id = 0 }: Positions): Place => ({ xid: String(xid), id: String(id) });

/**
 * The bus of one process: the services' outboxes in one database are its log, with wake-ups inside the process. Migrates the
 * schema `bus`. Throws {@link BusInUse} when another process has it.
 */
export async function openEmbeddedTransport(options: EmbeddedTransportOptions): Promise<Transport> {
  const { connectionString: url, log = silent } = options;
  const reading = new ReadingConnection(url, log);
  const pool = createPool({
    url,
    schema: 'bus',
    max: 3,
    applicationName: 'kalends bus',
    // a connection that breaks while idle is replaced at its next use
    onIdleError: (error) => log.warn({ error: describe(error) }, 'bus connection lost'),
  });
  try {
    await reading.open(options.lockTimeoutMs ?? 30_000);
    await migrate({ pool, schema: 'bus', folders: [busMigrations], unknown: 'refuse' });
    return new EmbeddedTransport({ pool, reading, log });
  } catch (error) {
    await Promise.all([reading.close(), pool.end()]);
    throw error;
  }
}

interface Connections {
  readonly pool: pg.Pool;
  readonly reading: ReadingConnection;
  readonly log: Log;
}

class EmbeddedTransport implements Transport {
  readonly kind = 'embedded';
  private readonly tables: LogTables;
  private readonly delivered: LogTables;
  private readonly tail: TailReader;
  private readonly requests = new LocalRequests();
  private readonly servers = new Set<MessagingServer>();
  private readonly clients = new Set<MessagingClient>();
  private readonly feeders = new Set<Feeder>();
  private readonly trimTimer: NodeJS.Timeout;
  private readonly closing = new AbortController();
  private trimming: Promise<void> | undefined;

  constructor(private readonly connections: Connections) {
    this.tables = new LogTables(connections.pool);
    this.delivered = new LogTables(connections.reading);
    this.tail = new TailReader({ tables: this.delivered, log: connections.log });
    this.trimTimer = setInterval(() => (this.trimming ??= this.trim()), trimIntervalMs).unref();
  }

  async reach(): Promise<void> {}

  ensureTopics(contracts: readonly AnyContract[]): Promise<void> {
    const topics = contracts.map(({ name, retention }) => ({ name, compact: retention === 'compact' }));
    return this.tables.createTopics(topics);
  }

  relay(options: OutboxRelayOptions): OutboxRelay {
    return new EmbeddedOutbox(options, this.tail);
  }

  server(group: string, options: ServerOptions): MessagingServer {
    const { tables, delivered, tail, requests } = this;
    const { reading, log } = this.connections;
    const dependencies = { tables, delivered, tail, requests, reading, log: options.log ?? log };
    const subscription = new EmbeddedSubscription(group, dependencies);
    const server = new MessagingServer(group, options, { subscription, replier: requests });
    this.servers.add(server);
    return server;
  }

  client(_service: ServiceName, options: { readonly contracts?: readonly AnyContract[] } = {}): MessagingClient {
    const contracts = new Map(options.contracts?.map((contract) => [contract.name, contract]));
    const client = new MessagingClient(this.requests.channel(), contracts);
    this.clients.add(client);
    return client;
  }

  async ends(topic: string): Promise<Positions> {
    return positionsOf((await this.tables.end(topic)) ?? beginning);
  }

  async positions(group: string, topic: string): Promise<Positions> {
    return positionsOf((await this.tables.positionOf(group, topic)) ?? beginning);
  }

  lag(group: string, topic: string): Promise<number> {
    return this.tables.lag(group, topic);
  }

  async replay<Body, R>(contract: TopicContract<Body, R>, options: ReplayOptions<Body>): Promise<void> {
    const to = placeOf(options.to);
    for (let after = placeOf(options.from ?? {}); !options.signal?.aborted;) {
      const page = await this.tables.read(contract.name, after, to);
      const last = page.at(-1);
      if (!last) return;
      const batch = openBatch(
        contract,
        page.map(({ message }, position) => ({ ...message, position })),
        this.connections.log,
      );
      if (batch.length > 0) await options.handle(batch);
      after = last.place;
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
    clearInterval(this.trimTimer);
    this.closing.abort();
    const tail = this.tail.stop();
    await Promise.all([...this.servers].map((server) => server.close()));
    await Promise.all([...this.clients].map((client) => client.close()));
    await Promise.all([tail, this.trimming]);
    await Promise.all([this.connections.reading.close(), this.connections.pool.end()]);
  }

  private async trim(): Promise<void> {
    const { log } = this.connections;
    await this.tables
      .trim(this.closing.signal)
      .catch((error: unknown) => log.warn({ error: describe(error) }, 'bus database not reachable'));
    this.trimming = undefined;
  }
}
