import { Catch, UseFilters, type ExceptionFilter } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { TopicContract } from '@kalends/topics';
import type { AnyContract } from '../../transport.js';
import type { MessageContext } from './message-context.js';

/** One message of a batch that a `@OnMessageBatch` handler receives. */
export interface Delivered<Body> {
  readonly body: Body;
  readonly context: MessageContext;
}

/** What a `@OnMessageBatch` handler returns when lanes of its batch failed or would have blocked the others. */
export class Unhandled {
  constructor(readonly lanes: ReadonlySet<string>) {}
}

/** Metadata that the decorators store with Nest for the server. */
export interface HandlerExtras {
  readonly contract?: AnyContract;
  readonly batch?: boolean;
}

/** Passes a handler's error to the transport unchanged; Nest would replace it by "Internal server error". */
@Catch()
class KeepErrors implements ExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** A decorator for methods whose first parameter accepts `Data` and that return `Result`. */
type HandlerDecorator<Data, Result> = <Method extends (data: Data, ...rest: never[]) => Result | Promise<Result>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** The method handles each message of the topic: `(@Payload() body, @Ctx() context)`. */
export function OnMessage<Body, Reply>(contract: TopicContract<Body, Reply>): HandlerDecorator<Body, unknown> {
  return handles(EventPattern(contract.name, { contract }));
}

/**
 * The method handles several messages of the topic per call, in the order of their partition: `(@Payload() batch:
 * Delivered<Body>[])`. When it fails, the messages are redelivered, each lane's alone, and one by one if that fails too; when
 * it returns {@link Unhandled}, only those of the lanes listed there.
 */
export function OnMessageBatch<Body, Reply>(
  contract: TopicContract<Body, Reply>,
): HandlerDecorator<Delivered<Body>[], unknown> {
  return handles(EventPattern(contract.name, { contract, batch: true }));
}

/** The method answers each request of the topic; its return value is the reply. It must be idempotent. */
export function OnRequest<Body, Reply>(contract: TopicContract<Body, Reply>): HandlerDecorator<Body, Reply> {
  return handles(MessagePattern(contract.name, { contract }));
}

function handles<Data, Result>(pattern: unknown): HandlerDecorator<Data, Result> {
  const decorate = pattern as MethodDecorator;
  return (target, key, descriptor) => {
    decorate(target, key, descriptor);
    UseFilters(new KeepErrors())(target, key, descriptor);
  };
}
