import { BaseRpcContext } from '@nestjs/microservices';
import type { RequestFields } from '@kalends/service-runtime';
import type { Incoming } from '../dispatch/incoming.js';
import { header, type Headers } from '../envelope/envelope.js';

/** What a handler receives by `@Ctx()` about its message. */
export class MessageContext extends BaseRpcContext<[Incoming]> {
  constructor(
    private readonly message: Incoming,
    /** how often this process has delivered the message to the handler, including this time */
    readonly deliveries: number,
  ) {
    super([message]);
  }

  /** Unique id of the message, by which the inbox identifies it. */
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

  /** True when a batch has left its lane behind, or has failed: other lanes do not wait for it. */
  get alone(): boolean {
    return this.message.alone ?? false;
  }

  /** When the message was created: UTC ISO instant. */
  get time(): string {
    return this.message.headers[header.time] ?? '';
  }

  /** Its place in the topic: `<partition>:<offset>`. */
  get position(): string {
    return `${this.message.partition}:${this.message.position}`;
  }

  get traceparent(): string | undefined {
    return this.message.headers[header.traceparent];
  }

  /** Of the request that caused the message, for log lines; undefined if none did. */
  get requestFields(): RequestFields | undefined {
    const request_id = this.message.headers[header.requestId];
    return request_id === undefined ? undefined : { request_id };
  }

  get headers(): Headers {
    return this.message.headers;
  }
}
