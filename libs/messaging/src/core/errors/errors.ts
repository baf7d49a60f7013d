/** Thrown by a handler to have its message redelivered later, in order, without a limit of deliveries. */
export class Redeliver extends Error {
  override readonly name = 'Redeliver';
}

/** Thrown by a handler whose message has become useless: logged and acknowledged. */
export class Discard extends Error {
  override readonly name = 'Discard';
}

/** The body violates the contract's schema, or is not JSON. */
export class InvalidMessage extends Error {
  override readonly name: string = 'InvalidMessage';
}

/** A kind, or a value of an enumeration, that this release does not know: a newer one sent it. */
export class UnknownKind extends InvalidMessage {
  override readonly name = 'UnknownKind';
}

/** Whether a reply reports this about its request. */
export const isUnknownKind = (error: string): boolean => error.startsWith('UnknownKind: ');

/** The message exceeds the topic's limit and can never be sent. Sizes in bytes. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
  constructor({ topic, id, bytes, maxBytes }: { topic: string; id: string; bytes: number; maxBytes: number }) {
    super(`message ${id} of ${bytes} bytes exceeds the limit of ${maxBytes} bytes of ${topic}`);
  }
}

/** Why a request has no reply. The client returns it as a value and never throws it. */
export abstract class RequestError extends Error {
  abstract readonly kind: 'deadline-exceeded' | 'broker-unavailable' | 'request-failed' | 'request-unsupported';
}

/** No reply arrived in time; whether the request took effect is unknown, and repeating it is safe. HTTP: 504. */
export class DeadlineExceeded extends RequestError {
  override readonly name = 'DeadlineExceeded';
  readonly kind = 'deadline-exceeded';
}

/** The request could not be handed to the broker. HTTP: 503 with Retry-After. */
export class BrokerUnavailable extends RequestError {
  override readonly name = 'BrokerUnavailable';
  readonly kind = 'broker-unavailable';
}

/** The other service received the request and failed. HTTP: 500. */
export class RequestFailed extends RequestError {
  override readonly name = 'RequestFailed';
  readonly kind = 'request-failed';
}

/** The other service is of an older release and does not know this kind of request. HTTP: 503 with Retry-After. */
export class RequestUnsupported extends RequestError {
  override readonly name = 'RequestUnsupported';
  readonly kind = 'request-unsupported';
}

/** Distinguishes a request's error value from its reply. */
export function isRequestError(value: unknown): value is RequestError {
  return value instanceof RequestError;
}

export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : JSON.stringify(thrown));
}
