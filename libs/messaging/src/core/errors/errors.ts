/** Thrown by a handler whose message is to come again later, in order, however often it takes. */
export class Redeliver extends Error {
  override readonly name = 'Redeliver';
}

/** Thrown by a handler whose message is of no use any more: logged, and taken as done. */
export class Discard extends Error {
  override readonly name = 'Discard';
}

/** The body does not follow the contract's schema, or is no JSON. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage';
}

/** The message exceeds the topic's limit and can never be sent. Sizes in bytes. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
  constructor({ topic, id, bytes, maxBytes }: { topic: string; id: string; bytes: number; maxBytes: number }) {
    super(`message ${id} of ${bytes} bytes exceeds the ${maxBytes} bytes that ${topic} takes`);
  }
}

/** Why an ask has no reply. A value: `ask` returns it, it never throws it. */
export abstract class AskError extends Error {
  abstract readonly kind: 'deadline-exceeded' | 'broker-unavailable' | 'ask-failed';
}

/** No reply came in time; whether the ask took effect is unknown, and asking again is safe. HTTP: 504. */
export class DeadlineExceeded extends AskError {
  override readonly name = 'DeadlineExceeded';
  readonly kind = 'deadline-exceeded';
}

/** The ask could not be handed to the broker. HTTP: 503 with Retry-After. */
export class BrokerUnavailable extends AskError {
  override readonly name = 'BrokerUnavailable';
  readonly kind = 'broker-unavailable';
}

/** The other service took the ask and failed; it has it among its dead letters. HTTP: 500. */
export class AskFailed extends AskError {
  override readonly name = 'AskFailed';
  readonly kind = 'ask-failed';
}

/** Tells an ask's error value from its reply. */
export function isAskError(value: unknown): value is AskError {
  return value instanceof AskError;
}

export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : JSON.stringify(thrown));
}
