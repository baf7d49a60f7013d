import { examplesOf, services, type ServiceName, type TopicContract } from '@kalends/contracts';
import { header, replyTopicOf, topicRetentionMs } from '@kalends/messaging';
import { z } from 'zod';

export type Topic = TopicContract<unknown, unknown>;
type Json = Record<string, unknown>;

/** The name of a topic or another element, usable in a pointer. */
export const idOf = (name: string): string => name.replaceAll('.', '-');
export const ref = (path: string) => ({ $ref: `#/${path}` });

const string = (description: string) => ({ type: 'string', description });

/** The envelope of a message; for requests also where the reply goes. */
export const headersOf = (topic: Pick<Topic, 'reply'>): Json => ({
  type: 'object',
  properties: {
    [header.specversion]: { type: 'string', const: '1.0', description: 'CloudEvents, Kafka binding' },
    [header.id]: string('Unique; a repeated message has the same id'),
    [header.source]: string('`/kalends/` and the service that sent it'),
    [header.type]: string("The topic's name"),
    [header.lane]: string("Ordering and partition key, if it is not the message's key"),
    [header.traceparent]: string('W3C trace context'),
    [header.requestId]: string('X-Request-Id of the request that caused it, for log lines'),
    ...(topic.reply
      ? {
          [header.replyTo]: string('Topic and partition of the reply'),
          [header.correlation]: string('Id that the reply refers to; the id if absent'),
          [header.deadline]: string('Epoch ms, after which the reply is no longer awaited'),
        }
      : {
          [header.time]: { type: 'string', format: 'date-time', description: 'Time of creation' },
          [header.subject]: string("The message's key"),
          [header.onlyGroup]: string('For a replayed dead letter: the service that handles it, others ignore it'),
          [header.notifiedAt]: string('Epoch ms at which a provider notified of the changes that precede this record'),
        }),
  },
  required: [header.specversion, header.id, header.source, header.type],
});

/** JSON Schema (draft 7), the default of AsyncAPI. */
export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  }) as Json;
  return rest;
}

/** The members that make up a key or a lane, such as `calendar_id/event_uid`, by `kind` if they differ. */
export function membersOf(topic: Topic, of: (body: never) => string): string {
  const named = examplesOf(topic).map(({ body }) => {
    const members = Object.entries(body as Json);
    const laneMembers = of(body as never)
      .split('/')
      .map((part) => members.find(([, value]) => value === part)?.[0] ?? part);
    return [String((body as Json).kind), laneMembers.join('/')] as const;
  });
  const different = [...new Set(named.map(([, members]) => members))];
  if (different.length === 1) return different[0]!;
  return [...new Map(named)].map(([kind, members]) => `${kind}: ${members}`).join(', ');
}

const topicConfiguration = ({ retention, maxMessageBytes }: Topic): Json => ({
  'cleanup.policy': [retention],
  ...(retention === 'delete' ? { 'retention.ms': topicRetentionMs } : {}),
  'max.message.bytes': maxMessageBytes,
});

/** A topic: its address, ordering and retention. */
export const channelOf = (topic: Topic): Json => ({
  address: topic.name,
  description: `Of ${topic.owner}. Partitioned and in order by its lane.`,
  messages: { message: ref(`components/messages/${idOf(topic.name)}`) },
  bindings: {
    kafka: {
      topic: topic.name,
      partitions: topic.partitions,
      topicConfiguration: topicConfiguration(topic),
      bindingVersion: '0.5.0',
    },
  },
  'x-key': membersOf(topic, topic.key),
  'x-lane': membersOf(topic, topic.lane),
  'x-unknown-kinds': topic.unknownKinds,
});

/** Reply topics: one per service. */
export const replyChannelsOf = (topics: readonly Topic[]): [string, Json][] =>
  services.flatMap((service: ServiceName): [string, Json][] => {
    const requests = topics.filter(({ owner, reply }) => owner === service && reply);
    if (requests.length === 0) return [];
    const messages = requests.map(({ name }) => [idOf(name), ref(`components/messages/${idOf(name)}-reply`)]);
    const address = replyTopicOf(service);
    const description = `Replies to the requests of ${service}.`;
    return [[idOf(address), { address, description, messages: Object.fromEntries(messages) }]];
  });
