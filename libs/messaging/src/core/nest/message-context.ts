import { BaseRpcContext } from '@nestjs/microservices';
import type { Incoming } from '../dispatch/incoming.js';
import { header, type Headers } from '../envelope/envelope.js';

/** What a handler gets by `@Ctx()` about the message in hand. */
export class MessageContext extends BaseRpcContext<[Incoming]> {
  constructor(
    private readonly message: Incoming,
    /** how often this process has handed the message to the handler, this time included */
    readonly deliveries: number,
  ) {
    super([message]);
  }

  /** Unique id of the message: the inbox knows it by this. */
  get id(): string {
    return this.message.headers[header.id] ?? this.position;
  }

  get topic(): string {
    return this.message.topic;
  }

  get key(): string {
    return this.message.key;
  }

  get lane(): string {
    return this.message.lane;
  }

  /** True when a batch has left its lane behind, or has failed: others do not wait for it. */
  get alone(): boolean {
    return this.message.alone ?? false;
  }

  /** When the message was made: UTC ISO instant. */
  get time(): string {
    return this.message.headers[header.time] ?? '';
  }

  /** Where it lies in its topic: `<partition>:<offset>`. */
  get position(): string {
    return `${this.message.partition}:${this.message.position}`;
  }

  get traceparent(): string | undefined {
    return this.message.headers[header.traceparent];
  }

  get headers(): Headers {
    return this.message.headers;
  }
}
