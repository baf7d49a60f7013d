import { pause } from '../dispatch/backoff.js';
import { LaneStream } from '../dispatch/lane-stream.js';
import type { Route } from '../dispatch/route.js';
import { describe } from '../errors/sort.js';
import type { Log } from '../log.js';
import type { Deliver, Subscription } from '../nest/server.js';
import type { Heads } from './heads.js';
import type { LogTables, Position } from './log-tables.js';
import type { StraightAsks } from './straight-asks.js';
import { TopicReader } from './topic-reader.js';

const storeEveryMs = 250;
const batchSize = 500;

/** A group on the embedded log: one reader per topic, positions stored in the background and at a stop. */
export class EmbeddedSubscription implements Subscription {
  private readonly readers = new Map<string, TopicReader>();
  private readonly straight = new Map<string, LaneStream>();
  private readonly stored = new Map<string, number>();
  /** Topics that are being resumed: not read yet, and not paused either. */
  private readonly resuming = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private routes: ReadonlyMap<string, Route> = new Map();
  private deliver: Deliver = async () => false;
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly group: string,
    private readonly parts: {
      readonly tables: LogTables;
      readonly heads: Heads;
      readonly asks: StraightAsks;
      readonly log: Log;
    },
  ) {}

  get healthy(): boolean {
    return true;
  }

  async start(routes: ReadonlyMap<string, Route>, deliver: Deliver): Promise<void> {
    this.routes = routes;
    this.deliver = deliver;
    for (const topic of routes.keys()) await this.open(topic);
    this.timer = setInterval(() => void this.store(), storeEveryMs);
  }

  async stop(abandon: () => void): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.all(this.resuming.values());
    const stopping = [
      ...[...this.straight.keys()].map((topic) => this.closeStraight(topic)),
      ...[...this.readers.values()].map((reader) => reader.stop()),
    ];
    abandon();
    await Promise.all(stopping);
    await this.store();
  }

  async pause(topic: string): Promise<void> {
    await this.resuming.get(topic);
    const reader = this.readers.get(topic);
    if (!reader) return;
    await Promise.all([this.closeStraight(topic), reader.stop()]);
    await this.store();
    this.readers.delete(topic);
  }

  resume(topic: string): void {
    if (!this.routes.has(topic) || this.readers.has(topic) || this.resuming.has(topic)) return;
    const opened = this.openPatiently(topic).finally(() => this.resuming.delete(topic));
    this.resuming.set(topic, opened);
  }

  async caughtUp(): Promise<boolean> {
    const topics = await this.parts.tables.topics();
    if (this.resuming.size > 0) return false;
    if (![...this.straight.values()].every((stream) => stream.idle)) return false;
    return [...this.readers.values()].every((reader) => {
      const last = topics.get(reader.topic)?.last ?? 0;
      this.parts.heads.advance(reader.topic, last);
      return reader.readTo >= last && reader.stream.idle;
    });
  }

  /** A database that is away is asked again, until the subscription stops. */
  private async openPatiently(topic: string): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        return await this.open(topic);
      } catch (error) {
        this.parts.log.warn({ topic, error: describe(error) }, 'topic not resumed, trying again');
        await pause(500, this.stopping.signal);
      }
    }
  }

  private async open(topic: string): Promise<void> {
    const route = this.routes.get(topic);
    if (!route) return;
    const position = await this.parts.tables.join(this.group, topic);
    this.stored.set(topic, position);
    const newStream = () =>
      new LaneStream({
        chunk: route.form === 'batch' ? batchSize : 1,
        handle: (chunk) => this.deliver(route, chunk),
      });
    const [stream, straight] = [newStream(), newStream()];
    const reader = new TopicReader(topic, position, stream, this.parts);
    this.readers.set(topic, reader);
    reader.start();
    this.straight.set(topic, straight);
    this.parts.asks.open(topic, straight);
  }

  private async closeStraight(topic: string): Promise<void> {
    const stream = this.straight.get(topic);
    if (!stream) return;
    this.parts.asks.close(topic, stream);
    await stream.cancel();
    this.straight.delete(topic);
  }

  private store(): Promise<void> {
    this.storing = this.storing.then(() => this.storeDirty());
    return this.storing;
  }

  private async storeDirty(): Promise<void> {
    const dirty = [...this.readers.values()]
      .map((reader): Position => ({ group: this.group, topic: reader.topic, sequence: reader.stream.committable - 1 }))
      .filter(({ topic, sequence }) => sequence > (this.stored.get(topic) ?? 0));
    if (dirty.length === 0) return;
    try {
      await this.parts.tables.store(dirty);
      for (const { topic, sequence } of dirty) this.stored.set(topic, sequence);
    } catch (error) {
      this.parts.log.warn({ group: this.group, error: describe(error) }, 'positions not stored, trying again');
    }
  }
}
