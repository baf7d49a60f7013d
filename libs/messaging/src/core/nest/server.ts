import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { Dispatcher, type Replier } from '../dispatch/dispatcher.js';
import type { Incoming } from '../dispatch/incoming.js';
import type { Handled } from '../dispatch/lane-stream.js';
import { routesOf, type Route } from '../dispatch/route.js';
import { asError } from '../errors/errors.js';
import { silent } from '../log.js';
import { sqlOf } from '../sql/sql.js';
import type { AnyContract, ServerOptions } from '../../transport.js';

/** What a transport does for one group. */
export interface Subscription {
  /** Starts delivery; resolves when the group's position in the log is fixed. */
  start(routes: ReadonlyMap<string, Route>, handle: Deliver): Promise<void>;
  /** Stops consuming, waits for running handlers, commits what is done. `abandon` is called in between. */
  stop(abandon: () => void): Promise<void>;
  /** True when all messages in the topics now have been handled. */
  caughtUp(): Promise<boolean>;
  /** Stops consuming a topic, waits for running handlers, commits. */
  pause(topic: string): Promise<void>;
  resume(topic: string): void;
  readonly healthy: boolean;
}

export type Deliver = (route: Route, chunk: Incoming[]) => Promise<Handled>;

/** Nest's side of a group: collects the handlers and connects them to a subscription. The same on every transport. */
export class MessagingServer extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly dispatcher: Dispatcher;
  private readonly subscription: Subscription;
  private started: Promise<void> | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    readonly group: string,
    private readonly options: ServerOptions,
    { subscription, replier }: { subscription: Subscription; replier: Replier },
  ) {
    super();
    this.subscription = subscription;
    this.dispatcher = new Dispatcher({
      group,
      replier,
      sql: sqlOf(options.pool as Parameters<typeof sqlOf>[0]),
      log: options.log ?? silent,
      concurrency: options.concurrency ?? 16,
      maxDeliveries: options.maxDeliveries ?? 5,
    });
  }

  /** Starts consuming; calls back when the group is joined, or with an error when the program is misconfigured. */
  override listen(callback: (error?: Error) => void): void {
    this.started = this.begin();
    this.started.then(
      () => callback(),
      (error: unknown) => callback(asError(error)),
    );
  }

  /** Stops: no new messages, running handlers finish, what is done is committed. */
  override close(): Promise<void> {
    this.stopped ??= this.subscription.stop(() => this.dispatcher.stop());
    return this.stopped;
  }

  /** True while the group consumes messages. */
  get healthy(): boolean {
    return this.started !== undefined && this.stopped === undefined && this.subscription.healthy;
  }

  /** Names of the topics that the group consumes. */
  get topics(): string[] {
    return [...this.getHandlers().keys()];
  }

  /** True when all messages in the group's topics now have been handled. */
  async caughtUp(): Promise<boolean> {
    if (!this.started || this.stopped) return true;
    await this.started;
    return this.subscription.caughtUp();
  }

  /** Stops consuming a topic; resolves when its running handlers are done and committed. Other topics continue. */
  pause(contract: Pick<AnyContract, 'name'>): Promise<void> {
    return this.subscription.pause(contract.name);
  }

  resume(contract: Pick<AnyContract, 'name'>): void {
    this.subscription.resume(contract.name);
  }

  /** This transport emits no events. */
  override on(): void {}

  override unwrap<T>(): T {
    return this.subscription as T;
  }

  private async begin(): Promise<void> {
    const routes = routesOf(this.getHandlers(), this.options.contracts ?? []);
    await this.subscription.start(routes, (route, chunk) => this.dispatcher.handle(route, chunk));
  }
}
