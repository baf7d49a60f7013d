import { metrics } from '@kalends/service-runtime';
import { isObservable, lastValueFrom } from 'rxjs';
import { now } from '../clock.js';
import { storeDeadLetter } from '../dead-letter/dead-letter.js';
import { header } from '../envelope/envelope.js';
import { asError, InvalidMessage } from '../errors/errors.js';
import { describe, isTimeout, isTransient, sortError } from '../errors/sort.js';
import type { Log } from '../log.js';
import { Unhandled, type Delivered } from '../nest/decorators.js';
import { MessageContext } from '../nest/message-context.js';
import type { Sql } from '../sql/sql.js';
import { backoffMs, pause } from './backoff.js';
import { Gate } from './gate.js';
import type { Incoming } from './incoming.js';
import type { Handled } from './lane-stream.js';
import { isSkipped, readBody } from './read-body.js';
import type { Route } from './route.js';
import { inRequestOf, traceDelivery } from './trace-delivery.js';

/** Sends a request's outcome back to the requester. */
export interface Replier {
  reply(
    to: string,
    correlation: string,
    outcome: { readonly body: string } | { readonly error: string },
  ): Promise<void>;
}

interface DispatcherOptions {
  readonly group: string;
  readonly sql: Sql;
  readonly replier: Replier;
  readonly log: Log;
  readonly concurrency: number;
  readonly maxDeliveries: number;
}

/** After this many timeouts of a batch its messages are handled one by one. */
const timeoutsOfBatch = 2;

/** `deliveries`: how often the message was delivered, including this time. */
interface FailedAttempt {
  thrown: unknown;
  deliveries: number;
}

/** Passes messages to handlers until each is handled or a dead letter. */
export class Dispatcher {
  private readonly gates = new Map<string, Gate>();
  private readonly stopped = new AbortController();

  constructor(private readonly options: DispatcherOptions) {}

  /** Abandons messages that wait for redelivery. */
  stop(): void {
    this.stopped.abort();
  }

  /**
   * True once the effects of all are committed (or they are dead letters); false when abandoned by {@link stop}. For a
   * batch of several lanes, also those whose messages must be handled again, each lane's alone. Of a lane that is alone, its
   * messages are handled together, and one by one only if that fails.
   */
  async handle(route: Route, chunk: readonly Incoming[]): Promise<Handled> {
    const isAlone = chunk[0]?.alone ?? false;
    if (route.form === 'batch' && (!isAlone || chunk.length > 1)) {
      const handled = await this.handleBatch(route, chunk);
      if (!isAlone || typeof handled === 'boolean') return handled;
    }
    for (const message of chunk) {
      const handle = () => this.handleOne(route, message);
      if (!(await inRequestOf([new MessageContext(message, 1)], handle))) return false;
    }
    return true;
  }

  /** Records the duration and `outcome` of messages, as the metric names it. */
  private timer(
    route: Route,
  ): (outcome: 'done' | 'skipped' | 'dead-letter' | 'failed' | 'given-up', messages?: number) => void {
    const started = performance.now();
    return (outcome, messages = 1) => {
      const labels = { service: this.options.group, topic: route.topic, outcome };
      for (let n = 0; n < messages; n++) metrics.messages.observe(labels, (performance.now() - started) / 1_000);
    };
  }

  private async handleBatch(route: Route, chunk: readonly Incoming[]): Promise<Handled> {
    const ended = this.timer(route);
    for (let deliveries = 1; !this.stopped.signal.aborted; deliveries++) {
      try {
        const concerned = chunk.filter((message) => this.concerns(message));
        const batch = concerned.flatMap((message) => this.open(route, message, deliveries) ?? []);
        const leftBehind = batch.length > 0 ? await this.invokeBatch(route, batch) : undefined;
        if (!(leftBehind instanceof Unhandled)) {
          ended('done', batch.length);
          ended('skipped', concerned.length - batch.length);
          return true;
        }
        ended('skipped', concerned.length - batch.length);
        ended('done', batch.filter(({ context }) => !leftBehind.lanes.has(context.lane)).length);
        return leftBehind.lanes;
      } catch (thrown) {
        this.options.log.warn({ topic: route.topic, size: chunk.length, error: describe(thrown) }, 'batch failed');
        if (!isTransient(thrown) || (isTimeout(thrown) && deliveries >= timeoutsOfBatch)) break;
        await pause(backoffMs(deliveries), this.stopped.signal);
      }
    }
    if (this.stopped.signal.aborted) return false;
    return new Set(chunk.map(({ lane }) => lane));
  }

  private async handleOne(route: Route, message: Incoming): Promise<boolean> {
    if (!this.concerns(message)) return true;
    const ended = this.timer(route);
    for (let deliveries = 1; !this.stopped.signal.aborted; deliveries++) {
      try {
        if (route.form === 'request') await this.answer(route, message, deliveries);
        else if (!(await this.handleMessage(route, message, deliveries))) return (ended('skipped'), true);
        ended('done');
        return true;
      } catch (thrown) {
        if (await this.failed(route, message, { thrown, deliveries })) {
          ended(route.form === 'request' ? 'failed' : 'dead-letter');
          return true;
        }
      }
      await pause(backoffMs(deliveries), this.stopped.signal);
    }
    ended('given-up');
    return false;
  }

  /** Tombstones and replays for another group are not handled here. */
  private concerns(message: Incoming): boolean {
    const only = message.headers[header.onlyGroup];
    return message.body !== null && (only === undefined || only === this.options.group);
  }

  /** False when the message is skipped. */
  private async handleMessage(route: Route, message: Incoming, deliveries: number): Promise<boolean> {
    const delivered = this.open(route, message, deliveries);
    if (!delivered) return false;
    if (route.form === 'batch') await this.invokeBatch(route, [delivered]);
    else await this.invoke(route, delivered.body, delivered.context);
    return true;
  }

  private async answer(route: Route, message: Incoming, deliveries: number): Promise<void> {
    const deadline = message.headers[header.deadline];
    if (deadline !== undefined && Number(deadline) < now()) {
      this.options.log.warn(
        { topic: route.topic, id: message.headers[header.id] },
        'request dropped after its deadline',
      );
      return;
    }
    const body = readBody(route.contract, message.body);
    const reply = await this.invoke(route, body, new MessageContext(message, deliveries));
    await this.reply(message, { body: JSON.stringify(reply ?? null) });
  }

  private async reply(message: Incoming, outcome: { body: string } | { error: string }): Promise<void> {
    const to = message.headers[header.replyTo];
    const correlation = message.headers[header.correlation] ?? message.headers[header.id] ?? '';
    if (to !== undefined) await this.options.replier.reply(to, correlation, outcome);
  }

  /** Decides what happens to a message that failed; true when no further delivery is needed. */
  private async failed(route: Route, message: Incoming, attempt: FailedAttempt): Promise<boolean> {
    const { thrown, deliveries } = attempt;
    const allowed = route.form === 'request' ? 1 : this.options.maxDeliveries;
    const verdict = sortError(thrown, deliveries, allowed);
    const fields = { topic: route.topic, id: message.headers[header.id], deliveries, error: describe(thrown) };
    if (verdict === 'redeliver') this.options.log.warn(fields, 'redelivering a message');
    if (verdict === 'ack') this.options.log.info(fields, 'message discarded');
    if (verdict !== 'dead-letter') return verdict === 'ack';
    if (route.form === 'request') return this.refuse(message, thrown, fields);
    this.options.log.error({ ...fields, err: asError(thrown) }, 'message is a dead letter');
    return this.deadLetter(route, message, attempt);
  }

  /**
   * A failed request is never stored: the requester gets the error and may retry, and the request may contain credentials.
   */
  private async refuse(message: Incoming, thrown: unknown, fields: object): Promise<boolean> {
    this.options.log.error({ ...fields, err: asError(thrown) }, 'request failed');
    try {
      await this.reply(message, { error: describe(thrown) });
    } catch (error) {
      this.options.log.error({ ...fields, error: describe(error) }, 'the failure could not be sent to the requester');
    }
    return true;
  }

  private async deadLetter(route: Route, letter: Incoming, { thrown, deliveries }: FailedAttempt): Promise<boolean> {
    const reason = thrown instanceof InvalidMessage ? 'invalid' : 'failed';
    const maxBytes = route.contract.maxMessageBytes;
    try {
      const failure = { reason, error: describe(thrown), deliveries, maxBytes } as const;
      await storeDeadLetter(this.options.sql, { group: this.options.group, letter, failure });
      return true;
    } catch (error) {
      this.options.log.error({ topic: route.topic, error: describe(error) }, 'dead letter not stored, retrying');
      return false;
    }
  }

  /** Undefined for messages that this release skips. */
  private open(route: Route, message: Incoming, deliveries: number): Delivered<unknown> | undefined {
    try {
      return { body: readBody(route.contract, message.body), context: new MessageContext(message, deliveries) };
    } catch (thrown) {
      if (!isSkipped(route.contract, thrown)) throw thrown;
      const fields = { topic: route.topic, id: message.headers[header.id], error: describe(thrown) };
      this.options.log.warn(fields, 'message of a newer release skipped');
      return undefined;
    }
  }

  private invokeBatch(route: Route, batch: Delivered<unknown>[]): Promise<unknown> {
    const contexts = batch.map(({ context }) => context);
    return this.run(route, contexts, () => route.handler(batch, contexts.at(-1)));
  }

  private invoke(route: Route, data: unknown, context: MessageContext): Promise<unknown> {
    return this.run(route, [context], () => route.handler(data, context));
  }

  private run(route: Route, contexts: MessageContext[], handle: () => Promise<unknown>): Promise<unknown> {
    // lanes left behind may wait for long: the next batch does not wait for them
    const name = contexts[0]?.alone ? `${route.topic} alone` : route.topic;
    let gate = this.gates.get(name);
    if (!gate) this.gates.set(name, (gate = new Gate(this.options.concurrency)));
    return gate.run(() =>
      traceDelivery({ group: this.options.group, route, messages: contexts }, async () => {
        const result: unknown = await inRequestOf(contexts, handle);
        return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
      }),
    );
  }
}
