import { randomUUID } from 'node:crypto';
import type { TopicContract } from '@kalends/topics';
import { currentTraceparent, requestFields } from '@kalends/service-runtime';
import { now } from '../clock.js';
import { MessageTooLarge } from '../errors/errors.js';

/**
 * Header names of the envelope: CloudEvents attributes (Kafka binding), W3C trace context, and our own. There are few, as
 * kafkajs spends more on a header than on a body: `lane` only where it is not the key, `correlation` where it is not the id.
 * Requests omit what CloudEvents leaves optional, because their key and deadline imply it.
 */
export const header = {
  specversion: 'ce_specversion',
  id: 'ce_id',
  source: 'ce_source',
  type: 'ce_type',
  time: 'ce_time',
  subject: 'ce_subject',
  lane: 'lane',
  traceparent: 'traceparent',
  requestId: 'request-id',
  replyTo: 'reply-to',
  correlation: 'correlation',
  deadline: 'deadline',
  status: 'status',
  onlyGroup: 'only-group',
  notifiedAt: 'notified-at',
} as const;

export type Headers = Readonly<Record<string, string>>;

/** A message ready for a transport or an outbox: envelope in headers, body as JSON text (null is a tombstone). */
export interface OutgoingMessage {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly lane: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** the topic's `max.message.bytes` */
  readonly maxBytes: number;
}

interface MessageOptions {
  /** message id; a new UUID unless given */
  readonly id?: string;
  /** W3C trace context of what caused the message; defaults to the active span */
  readonly traceparent?: string;
  /** X-Request-Id of what caused the message; defaults to that of the request that is being answered */
  readonly requestId?: string;
  readonly headers?: Headers;
}

const recordOverhead = 96;

/** Upper bound of a message's bytes in a log: key, body, headers, and the record's own fields. */
export function bytesOf(message: Pick<OutgoingMessage, 'key' | 'headers' | 'body'>): number {
  let bytes = recordOverhead + Buffer.byteLength(message.key) + (message.body ? Buffer.byteLength(message.body) : 0);
  for (const name in message.headers) bytes += name.length + Buffer.byteLength(message.headers[name] ?? '') + 6;
  return bytes;
}

/**
 * Puts a body into its envelope. Validates it with the contract's schema (throws a ZodError: a bug of the sender); throws
 * {@link MessageTooLarge} when it exceeds the topic's limit.
 */
export function message<Body, Reply>(
  contract: TopicContract<Body, Reply>,
  body: Body,
  options: MessageOptions = {},
): OutgoingMessage {
  const valid = contract.schema.parse(body);
  const content = { key: contract.key(valid), lane: contract.lane(valid), body: JSON.stringify(valid) };
  return seal(contract, content, options);
}

/** A tombstone for a key of a state topic: the log deletes the key; consumers are not called for it. */
export function tombstone<Body, Reply>(
  contract: TopicContract<Body, Reply>,
  of: { readonly key: string; readonly lane: string },
  options: MessageOptions = {},
): OutgoingMessage {
  return seal(contract, { key: of.key, lane: of.lane, body: null }, options);
}

function seal<Body, Reply>(
  contract: TopicContract<Body, Reply>,
  { key, lane, body }: Pick<OutgoingMessage, 'key' | 'lane' | 'body'>,
  options: MessageOptions,
): OutgoingMessage {
  const id = options.id ?? randomUUID();
  const headers: Record<string, string> = {
    [header.specversion]: '1.0',
    [header.id]: id,
    [header.source]: `/kalends/${contract.owner}`,
    [header.type]: contract.name,
    ...options.headers,
  };
  if (!contract.reply) {
    headers[header.time] = new Date(now()).toISOString();
    headers[header.subject] = key;
  }
  if (lane !== key) headers[header.lane] = lane;
  const traceparent = options.traceparent ?? currentTraceparent();
  if (traceparent) headers[header.traceparent] = traceparent;
  // a record of a state topic outlives the request
  const requestId = contract.retention === 'compact' ? undefined : (options.requestId ?? requestFields().request_id);
  if (requestId) headers[header.requestId] = requestId;
  const sealed = { id, topic: contract.name, key, lane, headers, body, maxBytes: contract.maxMessageBytes };
  const bytes = bytesOf(sealed);
  if (bytes > sealed.maxBytes) throw new MessageTooLarge({ ...sealed, bytes });
  return sealed;
}
