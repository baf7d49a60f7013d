import { pause } from '../core/dispatch/backoff.js';
import { LaneStream } from '../core/dispatch/lane-stream.js';
import type { Route } from '../core/dispatch/route.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';
import type { Deliver, Subscription } from '../core/nest/server.js';
import type { LocalRequests } from './local-requests.js';
import type { LogTables, StoredPosition } from './log-tables.js';
import type { ReadingConnection } from './reading-connection.js';
import type { TailReader } from './tail.js';
import { TopicReader } from './topic-reader.js';

/** After a crash, messages handled since are redelivered, which changes nothing. */
const storeIntervalMs = 5_000;
const batchSize = 500;

/**
 * A group on the embedded bus: one reader of the log per topic, positions stored in the background and at a stop; requests
 * arrive from this process.
 */
export class EmbeddedSubscription implements Subscription {
  private readonly readers = new Map<string, TopicReader>();
  private readonly requests = new Map<string, LaneStream>();
  private readonly unstored = new Map<string, StoredPosition>();
  /** Topics that are being resumed: not read yet, and not paused either. */
  private readonly resuming = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private routes: ReadonlyMap<string, Route> = new Map();
  private deliver: Deliver = async () => false;
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly group: string,
    private readonly dependencies: {
      readonly tables: LogTables;
      readonly tail: TailReader;
      readonly delivered: LogTables;
      readonly reading: ReadingConnection;
      readonly requests: LocalRequests;
      readonly log: Log;
    },
  ) {}

  get healthy(): boolean {
    return this.dependencies.reading.isOpen;
  }

  async start(routes: ReadonlyMap<string, Route>, deliver: Deliver): Promise<void> {
    this.routes = routes;
    this.deliver = deliver;
    for (const topic of routes.keys()) await this.open(topic);
    this.timer = setInterval(() => void this.store(), storeIntervalMs);
  }

  async stop(abandon: () => void): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.all(this.resuming.values());
    const stopping = [
      ...[...this.requests.keys()].map((topic) => this.closeRequests(topic)),
      ...[...this.readers.values()].map((reader) => reader.stop()),
    ];
    abandon();
    await Promise.all(stopping);
    await this.store();
  }

  async pause(topic: string): Promise<void> {
    await this.resuming.get(topic);
    await Promise.all([this.closeRequests(topic), this.readers.get(topic)?.stop()]);
    await this.store();
    this.readers.delete(topic);
  }

  resume(topic: string): void {
    const isOpen = this.readers.has(topic) || this.requests.has(topic) || this.resuming.has(topic);
    if (isOpen || !this.routes.has(topic)) return;
    const opened = this.openWithRetry(topic).finally(() => this.resuming.delete(topic));
    this.resuming.set(topic, opened);
  }

  async caughtUp(): Promise<boolean> {
    if (this.resuming.size > 0) return false;
    if (this.readers.size > 0 && !(await this.dependencies.tail.settled())) return false;
    const streams = [...this.requests.values()];
    return streams.every((stream) => stream.idle) && [...this.readers.values()].every((reader) => reader.idle);
  }

  /** Retries while the database is unreachable, until the subscription stops. */
  private async openWithRetry(topic: string): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        return await this.open(topic);
      } catch (error) {
        this.dependencies.log.warn({ topic, error: describe(error) }, 'topic not resumed, retrying');
        await pause(500, this.stopping.signal);
      }
    }
  }

  private async open(topic: string): Promise<void> {
    const route = this.routes.get(topic);
    if (!route) return;
    const stream = new LaneStream({
      chunk: route.form === 'batch' ? batchSize : 1,
      handle: (chunk) => this.deliver(route, chunk),
    });
    if (route.form === 'request') {
      this.requests.set(topic, stream);
      this.dependencies.requests.open(topic, stream);
      return;
    }
    this.dependencies.tail.start();
    if (!(await this.dependencies.tail.known())) return;
    const reader = new TopicReader(stream, await this.dependencies.tables.join(this.group, topic), {
      ...this.dependencies,
      topic,
    });
    this.readers.set(topic, reader);
    reader.start();
  }

  private async closeRequests(topic: string): Promise<void> {
    const stream = this.requests.get(topic);
    if (!stream) return;
    this.dependencies.requests.close(topic, stream);
    await stream.cancel();
    this.requests.delete(topic);
  }

  private store(): Promise<void> {
    this.storing = this.storing.then(() => this.storeDirty());
    return this.storing;
  }

  private async storeDirty(): Promise<void> {
    for (const [topic, reader] of this.readers) {
      const committed = reader.committed();
      if (committed) this.unstored.set(topic, { group: this.group, topic, ...committed });
    }
    const positions = [...this.unstored.values()];
    if (positions.length === 0) return;
    try {
      await this.dependencies.tables.store(positions);
      for (const one of positions) if (this.unstored.get(one.topic) === one) this.unstored.delete(one.topic);
    } catch (error) {
      this.dependencies.log.warn({ group: this.group, error: describe(error) }, 'positions not stored, retrying');
    }
  }
}
