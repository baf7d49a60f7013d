import { examplesOf, topics, type ServiceName } from '@kalends/contracts';
import { header, replyTopicOf } from '@kalends/messaging';
import { channelOf, headersOf, idOf, ref, replyChannelsOf, schemaOf, type Topic } from './channels.js';
import { consumers } from './consumers.js';

type Json = Record<string, unknown>;

const examples = (bodies: readonly unknown[]): Json[] => bodies.map((payload) => ({ payload }));

function messagesOf(topic: Topic): [string, Json][] {
  const id = idOf(topic.name);
  const all = examplesOf(topic);
  const message = {
    name: topic.name,
    contentType: 'application/json',
    headers: headersOf(topic),
    payload: schemaOf(topic.schema),
    bindings: { kafka: { key: { type: 'string' }, bindingVersion: '0.5.0' } },
    examples: examples(all.map(({ body }) => body)),
    ...(topic.reply ? { correlationId: { location: `$message.header#/${header.correlation}` } } : {}),
  };
  if (!topic.reply) return [[id, message]];
  const reply = {
    name: `${topic.name} reply`,
    contentType: 'application/json',
    payload: schemaOf(topic.reply),
    examples: examples(all.map((example) => example.reply)),
  };
  return [
    [id, message],
    [`${id}-reply`, reply],
  ];
}

/** A service's operation on a topic: `send` as its owner, `receive` as a consumer. */
function operation(topic: Topic, service: ServiceName, action: 'send' | 'receive'): [string, Json] {
  const id = idOf(topic.name);
  const replies = idOf(replyTopicOf(topic.owner));
  const reply = {
    address: { location: `$message.header#/${header.replyTo}` },
    channel: ref(`channels/${replies}`),
    messages: [ref(`channels/${replies}/messages/${id}`)],
  };
  return [
    `${service}-${action}-${id}`,
    {
      action,
      channel: ref(`channels/${id}`),
      messages: [ref(`channels/${id}/messages/message`)],
      tags: [{ name: service }],
      ...(topic.reply ? { reply } : {}),
    },
  ];
}

const operationsOf = (topic: Topic): [string, Json][] => [
  operation(topic, topic.owner, 'send'),
  ...(consumers.get(topic.name) ?? []).map((service) => operation(topic, service, 'receive')),
];

/** The AsyncAPI 3 document of every topic, generated from the contracts that validate. */
export function asyncApiDocument(): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kalends',
      version: '1',
      description: 'The messages between the services of Kalends',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries([
      ...topics.map((topic) => [idOf(topic.name), channelOf(topic)]),
      ...replyChannelsOf(topics),
    ]) as Json,
    operations: Object.fromEntries(topics.flatMap(operationsOf)),
    components: { messages: Object.fromEntries(topics.flatMap(messagesOf)) },
  };
}
