import { isTracing, startSpan } from '@kalends/service-runtime';
import { now } from '../core/clock.js';
import { pause } from '../core/dispatch/backoff.js';
import { WakeUp } from '../core/dispatch/wake-up.js';
import { header } from '../core/envelope/envelope.js';
import { describe } from '../core/errors/sort.js';
import type { Log } from '../core/log.js';
import { beginning, type Place } from '../core/outbox/place.js';
import type { Logged, LogTables } from './log-tables.js';

type Arrived = (messages: readonly Logged[]) => void;

interface TailOptions {
  readonly tables: LogTables;
  readonly log: Log;
}

/** Older open transactions usually end soon, without any notification. */
const waitMs = { first: 2, longest: 50 };
const retryMs = 500;
/** What the command line adds to an outbox causes no wake-up. */
const retryIntervalMs = 1_000;

/** Reads the end of the log once for all groups of the process, and passes each message to the readers of its topic. */
export class TailReader {
  private readonly subscribers = new Map<string, Set<Arrived>>();
  private readonly stopping = new AbortController();
  private place: Place | undefined;
  private running: Promise<void> | undefined;
  private readonly wakeUp = new WakeUp();
  private readonly waiters: (() => void)[] = [];

  constructor(private readonly options: TailOptions) {}

  /** Everything before it has been passed on. */
  get head(): Place {
    return this.place ?? beginning;
  }

  /** Starts at the current end of the log; retries while the database is unreachable. */
  start(): void {
    this.running ??= this.run();
  }

  /**
   * From now on passes whatever is appended to the topic after {@link head} to `arrived`; returns a function that stops it.
   */
  subscribe(topic: string, arrived: Arrived): () => void {
    const subscribers = this.subscribers.get(topic) ?? new Set();
    this.subscribers.set(topic, subscribers.add(arrived));
    this.start();
    return () => subscribers.delete(arrived);
  }

  /** Call it after a commit that added to the log. */
  wake(): void {
    this.wakeUp.call();
  }

  /** Whether everything committed by now has been passed on. */
  async settled(): Promise<boolean> {
    if (!this.place) return false;
    const { messages, waits } = await this.options.tables.tail(this.place);
    if (messages.length === 0 && !waits) return true;
    this.wake();
    return false;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeUp.call();
    for (const resolve of this.waiters.splice(0)) resolve();
    await this.running;
  }

  /** The tail's position, once it is known; undefined when stopped before. */
  async known(): Promise<Place | undefined> {
    while (!this.place && !this.stopping.signal.aborted) await this.begun();
    return this.place;
  }

  private async begun(): Promise<void> {
    await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  private async run(): Promise<void> {
    for (let waited = waitMs.first; !this.stopping.signal.aborted;) {
      try {
        this.place ??= await this.options.tables.open();
        for (const resolve of this.waiters.splice(0)) resolve();
        this.wakeUp.reset();
        const { messages, head, more, waits } = await this.options.tables.tail(this.place);
        this.place = head;
        this.dispatch(messages);
        waited = waits ? Math.min(waited * 2, waitMs.longest) : waitMs.first;
        if (!more && !this.stopping.signal.aborted) await this.wakeUp.wait(waits ? waited : retryIntervalMs);
      } catch (error) {
        this.options.log.warn({ error: describe(error) }, 'log not readable, retrying');
        await pause(retryMs, this.stopping.signal);
      }
    }
  }

  private dispatch(messages: readonly Logged[]): void {
    if (isTracing()) trace(messages);
    const byTopic = new Map<string, Logged[]>();
    for (const one of messages) {
      const existing = byTopic.get(one.message.topic);
      if (existing) existing.push(one);
      else byTopic.set(one.message.topic, [one]);
    }
    for (const [topic, some] of byTopic) {
      for (const arrived of this.subscribers.get(topic) ?? []) arrived(some);
    }
  }
}

/** One span per message, of the service that sent it, in the trace of what caused the message. */
function trace(messages: readonly Logged[]): void {
  for (const { message } of messages) {
    const { [header.traceparent]: parent, [header.source]: source = '' } = message.headers;
    if (parent === undefined) continue;
    startSpan({
      name: `send ${message.topic}`,
      kind: 'producer',
      service: source.replace('/kalends/', ''),
      parent,
      startedAt: now(),
      attributes: { 'messaging.operation.type': 'send', 'messaging.destination.name': message.topic },
    })?.end();
  }
}
