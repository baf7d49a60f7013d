import type { Message, Producer } from 'kafkajs';
import { MicroBatcher } from './micro-batcher.js';
import { bytesOf, type OutgoingMessage } from '../core/envelope/envelope.js';
import { asError, MessageTooLarge } from '../core/errors/errors.js';
import type { Log } from '../core/log.js';
import { connect, type KafkaConnectionOptions, type TimeoutProfile } from './connection.js';
import { byLane } from './partition.js';

interface Sending {
  readonly message: OutgoingMessage;
  /** explicit partition (replies); by lane otherwise */
  readonly partition?: number;
  /** false when the message is no longer needed by the time it would be sent */
  readonly isAwaited?: () => boolean;
}

interface Part {
  readonly sending: Sending;
  readonly index: number;
}

const laneOf = ({ message }: Sending): string => `${message.topic}\n${message.lane}`;

const batchBytes = 16 * 1024 * 1024;
/** overhead of a record batch, and a margin for errors of our estimate */
const batchOverhead = 1_024;

/** Micro-batched sends with acks from all in-sync replicas: one produce in flight, the next takes what queued meanwhile. */
export class BatchingProducer {
  private readonly producer: Producer;
  private readonly batcher: MicroBatcher<Sending>;
  private connecting: Promise<void> | undefined;

  constructor(options: KafkaConnectionOptions, how: TimeoutProfile, log: Log) {
    const kafka = connect(options, how, log);
    this.producer = kafka.producer({ allowAutoTopicCreation: false, createPartitioner: byLane });
    this.batcher = new MicroBatcher<Sending>({
      send: (batch) => this.sendBatch(batch),
      bytesOf: ({ message }) => bytesOf(message),
      laneOf,
      budgetOf: ({ message }) => ({ key: message.topic, bytes: message.maxBytes - batchOverhead }),
      maxCount: 2_000,
      maxBytes: batchBytes,
    });
  }

  /** Resolves when all in-sync replicas have the message: undefined, or the error. */
  send(sending: Sending): Promise<Error | undefined> {
    const bytes = bytesOf(sending.message);
    const { topic, id, maxBytes } = sending.message;
    if (bytes > maxBytes) return Promise.resolve(new MessageTooLarge({ topic, id, bytes, maxBytes }));
    return this.batcher.add(sending);
  }

  async close(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    await this.producer.disconnect();
  }

  private async sendBatch(batch: readonly Sending[]): Promise<ReadonlyMap<number, Error>> {
    const pending = batch
      .map((sending, index) => ({ sending, index }))
      .filter(({ sending }) => sending.isAwaited?.() ?? true);
    const errors = new Map<number, Error>();
    if (pending.length > 0) {
      await this.connected();
      await this.produce(pending, errors);
    }
    return errors;
  }

  /**
   * Sends all in one request; when the broker rejects its content, sends halves of it, until the rejected messages are
   * isolated.
   */
  private async produce(part: readonly Part[], errors: Map<number, Error>): Promise<void> {
    try {
      await this.producer.sendBatch({ acks: -1, topicMessages: byTopic(part.map(({ sending }) => sending)) });
    } catch (thrown) {
      const first = part[0];
      if (part.length === 1 && first) errors.set(first.index, refusal(first.sending.message, thrown));
      else if (unreachable(thrown)) for (const { index } of part) errors.set(index, asError(thrown));
      else await this.produceHalves(part, errors);
    }
  }

  private async produceHalves(part: readonly Part[], errors: Map<number, Error>): Promise<void> {
    const [first, second] = [part.slice(0, part.length >> 1), part.slice(part.length >> 1)];
    await this.produce(first, errors);
    const failed = new Map<string, Error>();
    for (const { sending, index } of first) {
      const error = errors.get(index);
      if (error && !(error instanceof MessageTooLarge)) failed.set(laneOf(sending), error);
    }
    // messages behind a failed one of their lane may not overtake it
    const blocked = second.filter(({ sending }) => failed.has(laneOf(sending)));
    for (const { sending, index } of blocked) errors.set(index, failed.get(laneOf(sending)) ?? new Error('held back'));
    const free = second.filter(({ sending }) => !failed.has(laneOf(sending)));
    if (free.length > 0) await this.produce(free, errors);
  }

  private connected(): Promise<void> {
    if (!this.connecting) {
      this.connecting = this.producer.connect();
      this.connecting.catch(() => (this.connecting = undefined));
    }
    return this.connecting;
  }
}

function byTopic(batch: readonly Sending[]): { topic: string; messages: Message[] }[] {
  const topics = new Map<string, Message[]>();
  for (const { message, partition } of batch) {
    const { topic, key, headers, body: value } = message;
    const record: Message = { key, value, headers: headers as Record<string, string> };
    if (partition !== undefined) record.partition = partition;
    const messages = topics.get(topic);
    if (messages) messages.push(record);
    else topics.set(topic, [record]);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}

const typeOf = (thrown: unknown): string => String((rootOf(thrown) as { type?: unknown }).type ?? '');

function rootOf(thrown: unknown): unknown {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error ? rootOf(cause) : thrown;
}

const aboutContent = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'INVALID_TIMESTAMP']);
const aboutTopic = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'INVALID_TOPIC_EXCEPTION', 'TOPIC_AUTHORIZATION_FAILED']);

/** Whether splitting the batch would be useless: the problem is the broker, not the content. */
function unreachable(thrown: unknown): boolean {
  const type = typeOf(thrown);
  const root = rootOf(thrown);
  const metadata = root instanceof Error && root.name === 'KafkaJSMetadataNotLoaded';
  return !aboutContent.has(type) && !aboutTopic.has(type) && !metadata;
}

function refusal(message: OutgoingMessage, thrown: unknown): Error {
  if (!aboutContent.has(typeOf(thrown))) return asError(thrown);
  return new MessageTooLarge({ ...message, bytes: bytesOf(message) });
}
