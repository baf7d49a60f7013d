import { randomUUID } from 'node:crypto';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { TopicContract } from '@kalends/topics';
import { errorKind, inChildSpan } from '@kalends/service-runtime';
import { now } from '../core/clock.js';
import { header, message, type OutgoingMessage } from '../core/envelope/envelope.js';
import {
  RequestError,
  RequestFailed,
  asError,
  RequestUnsupported,
  BrokerUnavailable,
  DeadlineExceeded,
  isUnknownKind,
} from '../core/errors/errors.js';
import type { AnyContract } from '../transport.js';
import { whenAwakeFor } from './awake.js';

interface RequestOptions {
  /** how long to wait for the reply, in ms (15 000) */
  readonly deadlineMs?: number;
  readonly traceparent?: string;
  /** message id: when a request is repeated with the same id, the inbox answers with the first reply */
  readonly id?: string;
}

/** A reply as the transport passes it on. */
interface Reply {
  readonly correlation: string;
  readonly failed: boolean;
  readonly body: string;
}

export interface ReplyListener {
  /** false for the reply to another instance, or one that nothing waits for any more */
  expects(correlation: string): boolean;
  arrived(reply: Reply): void;
}

/** What a transport does for one requesting instance. */
export interface ReplyChannel {
  /** Resolves with the address for replies, once replies to it arrive here. */
  open(listener: ReplyListener): Promise<string>;
  /** `isAwaited` returns whether the requester still waits; a request that nothing waits for is no longer sent. */
  send(request: OutgoingMessage, isAwaited: () => boolean): Promise<Error | undefined>;
  close(): Promise<void>;
}

interface Waiting {
  readonly settle: (outcome: Reply | RequestError) => void;
  readonly timer: NodeJS.Timeout;
}

/** In this process's own running time: a stall of the process is not evidence about the broker. */
const unreachableMs = 1_900;
const defaultDeadlineMs = 15_000;

/** Sends requests to other services and receives their replies. The same on every transport. */
export class MessagingClient extends ClientProxy {
  private readonly waiting = new Map<string, Waiting>();
  private opening: Promise<string> | undefined;
  private address: string | undefined;

  constructor(
    private readonly channel: ReplyChannel,
    private readonly contracts: ReadonlyMap<string, AnyContract>,
  ) {
    super();
  }

  /** Resolves when replies can arrive: before that the service is not ready. */
  override async connect(): Promise<void> {
    this.opening ??= this.channel.open({
      expects: (correlation) => this.waiting.has(correlation),
      arrived: (reply) => this.settle(reply.correlation, reply),
    });
    try {
      this.address = await this.opening;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  /**
   * Sends a request and waits for its reply. Errors are values; only a body that violates the contract (ZodError) or exceeds
   * its size (MessageTooLarge) throws.
   */
  request<Body, R>(
    contract: TopicContract<Body, R>,
    body: Body,
    options: RequestOptions = {},
  ): Promise<R | RequestErrors> {
    const attributes = { 'messaging.destination.name': contract.name };
    return inChildSpan({ name: `request ${contract.name}`, kind: 'client', attributes }, async (span) => {
      const outcome = await this.requestNow(contract, body, options);
      if (outcome instanceof RequestError) span?.set({ 'error.type': errorKind(outcome) });
      return outcome;
    });
  }

  private async requestNow<Body, R>(
    contract: TopicContract<Body, R>,
    body: Body,
    options: RequestOptions,
  ): Promise<R | RequestErrors> {
    const deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
    const address = this.address ?? (await this.addressInTime());
    if (address === undefined) return new BrokerUnavailable(`${contract.name}: no reply channel`);
    const headers: Record<string, string> = {
      [header.replyTo]: address,
      [header.deadline]: String(now() + deadlineMs),
    };
    // an id that the caller chose may be requested twice concurrently
    if (options.id !== undefined) headers[header.correlation] = randomUUID();
    const sealed = message(contract, body, { ...options, headers });
    const correlation = headers[header.correlation] ?? sealed.id;
    const outcome = this.outcomeOf(correlation, contract.name, deadlineMs);
    void this.dispatch(sealed, correlation, Math.min(unreachableMs, deadlineMs));
    return readReply(contract, await outcome);
  }

  override async close(): Promise<void> {
    for (const correlation of [...this.waiting.keys()]) {
      this.settle(correlation, new BrokerUnavailable('the client was closed'));
    }
    await this.channel.close();
  }

  override unwrap<T>(): T {
    return this.channel as T;
  }

  protected override publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const contract = this.contracts.get(String(packet.pattern)) as TopicContract<unknown, unknown> | undefined;
    if (!contract) callback({ err: new Error(`no contract for the topic ${String(packet.pattern)}`) });
    else {
      this.request(contract, packet.data).then(
        (reply) => callback(reply instanceof RequestError ? { err: reply } : { response: reply, isDisposed: true }),
        (error: unknown) => callback({ err: asError(error) }),
      );
    }
    return () => undefined;
  }

  protected override async dispatchEvent<T>(packet: ReadPacket): Promise<T> {
    throw new Error(`${String(packet.pattern)}: events are sent through the outbox`);
  }

  private async dispatch(request: OutgoingMessage, correlation: string, withinMs: number): Promise<void> {
    const sent = whenAwakeFor(withinMs, () => this.settle(correlation, unreachable(request.topic)));
    const error = await this.channel.send(request, () => this.waiting.has(correlation)).catch(asError);
    sent();
    if (error) this.settle(correlation, unreachable(request.topic, error));
  }

  private outcomeOf(correlation: string, topic: string, deadlineMs: number): Promise<Reply | RequestError> {
    return new Promise((settle) => {
      const late = (): void =>
        this.settle(correlation, new DeadlineExceeded(`${topic}: no reply within ${deadlineMs} ms`));
      this.waiting.set(correlation, { settle, timer: setTimeout(late, deadlineMs) });
    });
  }

  private async addressInTime(): Promise<string | undefined> {
    let stop!: () => void;
    const late = new Promise<void>((resolve) => (stop = whenAwakeFor(unreachableMs, resolve)));
    await Promise.race([this.connect().catch(() => late), late]);
    stop();
    return this.address;
  }

  private settle(correlation: string, outcome: Reply | RequestError): void {
    const waiting = this.waiting.get(correlation);
    if (!waiting) return;
    this.forget(correlation);
    waiting.settle(outcome);
  }

  private forget(correlation: string): void {
    clearTimeout(this.waiting.get(correlation)?.timer);
    this.waiting.delete(correlation);
  }
}

const unreachable = (topic: string, cause?: Error): BrokerUnavailable =>
  new BrokerUnavailable(`${topic}: the broker cannot be reached`, cause ? { cause } : undefined);

function readReply<Body, R>(contract: TopicContract<Body, R>, outcome: Reply | RequestError): R | RequestErrors {
  if (outcome instanceof RequestError) return outcome as RequestErrors;
  if (outcome.failed) {
    const text = `${contract.name}: ${outcome.body}`;
    return isUnknownKind(outcome.body) ? new RequestUnsupported(text) : new RequestFailed(text);
  }
  const json: unknown = JSON.parse(outcome.body);
  if (!contract.reply) return json as R;
  const parsed = contract.reply.safeParse(json);
  return parsed.success ? parsed.data : new RequestFailed(`${contract.name}: invalid reply: ${parsed.error.message}`);
}

type RequestErrors = DeadlineExceeded | BrokerUnavailable | RequestFailed | RequestUnsupported;
