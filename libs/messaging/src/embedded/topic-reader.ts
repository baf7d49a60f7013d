import { pause } from '../core/dispatch/backoff.js';
import type { LaneStream } from '../core/dispatch/lane-stream.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';
import { compare, type Place } from '../core/outbox/place.js';
import type { Logged, LogTables } from './log-tables.js';
import type { TailReader } from './tail.js';

interface TopicReaderDependencies {
  /** Over the connection that only one process has. */
  readonly delivered: LogTables;
  readonly tail: TailReader;
  readonly log: Log;
  readonly topic: string;
}

/**
 * Up to this many messages, and bytes, that arrive while older ones are read are kept; beyond that they are read from the log as well.
 */
const maxBuffered = { count: 2_000, bytes: 4 * 1024 * 1024 };
const bytesOf = (messages: readonly Logged[]) =>
  messages.reduce((sum, { message }) => sum + (message.body?.length ?? 0), 0);

/**
 * Reads a topic from a place on into a stream, until stopped: first the stored log, then what the tail passes on. A stream
 * that is full falls behind and reads the log again. It retries while the database is unreachable.
 */
export class TopicReader {
  readonly topic: string;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private unsubscribe: (() => void) | undefined;
  /** Messages that arrived while older ones are read; undefined while the stream takes them as they arrive. */
  private arriving: Logged[] | undefined = [];
  private arrivingBytes = 0;
  private overflowed = false;
  private fellBehind: (() => void) | undefined;
  /** The place of each message in the stream that is not committed yet; the first has the ordinal `firstOrdinal`. */
  private places: Place[] = [];
  private firstOrdinal = 0;

  /** `cursor`: the place to continue reading from. */
  constructor(
    readonly stream: LaneStream,
    private cursor: Place,
    private readonly dependencies: TopicReaderDependencies,
  ) {
    this.topic = dependencies.topic;
  }

  start(): void {
    this.unsubscribe = this.dependencies.tail.subscribe(this.topic, (messages) => this.arrived(messages));
    this.running = this.run();
  }

  /** True when everything that the tail has passed on has been handled. */
  get idle(): boolean {
    return this.arriving === undefined && this.stream.idle;
  }

  /** The place up to which everything is handled; undefined when unchanged since the last call. */
  committed(): Place | undefined {
    const done = this.stream.committable - this.firstOrdinal;
    if (done <= 0) return undefined;
    const place = this.places[done - 1];
    this.places = this.places.slice(done);
    this.firstOrdinal += done;
    return place;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.unsubscribe?.();
    this.fellBehind?.();
    const cancelled = this.stream.cancel();
    await this.running;
    await cancelled;
  }

  private arrived(messages: readonly Logged[]): void {
    if (this.stopping.signal.aborted) return;
    if (this.arriving === undefined && !this.stream.full) return this.push(messages);
    this.arriving ??= [];
    this.arrivingBytes += bytesOf(messages);
    const exceeds =
      this.arriving.length + messages.length > maxBuffered.count || this.arrivingBytes > maxBuffered.bytes;
    this.overflowed ||= exceeds || this.stream.full;
    if (this.overflowed) this.arriving = [];
    else this.arriving.push(...messages);
    this.fellBehind?.();
  }

  private push(messages: readonly Logged[]): void {
    const fresh = messages.filter(({ place }) => compare(place, this.cursor) > 0);
    if (fresh.length === 0) return;
    const first = this.firstOrdinal + this.places.length;
    for (const { place } of fresh) this.places.push(place);
    this.cursor = fresh.at(-1)!.place;
    this.stream.push(fresh.map(({ message }, index) => ({ ...message, position: first + index })));
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        if (this.arriving === undefined) await this.untilBehind();
        else await this.readOn();
      } catch (error) {
        this.dependencies.log.warn({ topic: this.topic, error: describe(error) }, 'log not readable, retrying');
        await pause(500, this.stopping.signal);
      }
    }
  }

  /** Reads up to the tail's position, and switches to the tail once nothing is missing in between. */
  private async readOn(): Promise<void> {
    await this.stream.room();
    await this.dependencies.tail.known();
    if (this.stopping.signal.aborted) return;
    this.arriving = [];
    this.arrivingBytes = 0;
    this.overflowed = false;
    const { head } = this.dependencies.tail;
    const page = await this.dependencies.delivered.read(this.topic, this.cursor, head);
    this.push(page);
    if (page.length > 0 || this.overflowed || this.stream.full) return;
    this.push(this.arriving);
    this.arriving = undefined;
  }

  private async untilBehind(): Promise<void> {
    await new Promise<void>((resolve) => (this.fellBehind = resolve));
    this.fellBehind = undefined;
  }
}
