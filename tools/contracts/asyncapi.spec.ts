import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { services, topics } from '@kalends/contracts';
import { message } from '@kalends/messaging';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { asyncApiDocument } from '../../apps/gateway/src/http/serve-asyncapi/asyncapi.js';
import { topicsOf } from '../docs/topics-of.fixture.js';

type Json = Record<string, unknown>;
interface Message {
  name: string;
  payload: Json;
  headers?: Json;
  examples: { payload: unknown }[];
}
interface Document {
  channels: Record<string, { address: string; messages: Record<string, { $ref: string }> } & Json>;
  operations: Record<string, { action: string; channel: { $ref: string }; tags: { name: string }[] }>;
  components: { messages: Record<string, Message> };
}

const document = asyncApiDocument() as unknown as Document;
const official = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
const fits = ajv.compile(JSON.parse(readFileSync(official, 'utf8')) as object);
const copy = () => structuredClone(document) as Document;

/** Violations of the document's own schemas by its examples. */
function wrongExamples({ components }: Document): string[] {
  return Object.values(components.messages).flatMap(({ name, payload, examples }) => {
    const check = ajv.compile(payload);
    return examples.flatMap((example, index) => (check(example.payload) ? [] : [`${name} ${index}: ${ajv.errorsText(check.errors)}`])); // prettier-ignore
  });
}

/** Addresses of the topics that a service sends to, or receives from. */
function addressesOf({ channels, operations }: Document, service: string, action: 'send' | 'receive'): string[] {
  const own = Object.values(operations).filter((one) => one.action === action && one.tags[0]!.name === service);
  return own.map(({ channel }) => channels[channel.$ref.replace('#/channels/', '')]!.address).sort();
}

/** Differences between a document and the sources of a service. */
function differences(of: Document, service: string): string[] {
  const { handled, published, requested } = topicsOf(service);
  const compare = (action: 'send' | 'receive', names: Iterable<string>) => {
    const [documented, actual] = [addressesOf(of, service, action), [...names].sort()];
    return JSON.stringify(documented) === JSON.stringify(actual)
      ? []
      : [`${action}: ${documented.join(', ')}, not ${actual.join(', ')}`];
  };
  return [...compare('receive', handled), ...compare('send', new Set([...published, ...requested]))];
}

describe('the AsyncAPI document', () => {
  it('given the official schema of AsyncAPI 3, when it is validated, then it is valid; a wrong one is refused', () => {
    expect(fits(document) ? [] : fits.errors).toEqual([]);
    const wrong = copy() as unknown as { operations: Record<string, Json> };
    Object.values(wrong.operations)[0]!.action = 'publish';
    expect(fits(wrong)).toBe(false);
  });

  it('given its references, when followed, then each resolves', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!);
    const follow = (path: string) =>
      path.split('/').reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document);
    expect(refs.length).toBeGreaterThan(topics.length);
    expect([...new Set(refs)].filter((path) => follow(path) === undefined)).toEqual([]);
  });

  it('given its examples, when validated by its own schemas, then each is valid; a wrong one is not', () => {
    expect(wrongExamples(document)).toEqual([]);
    const wrong = copy();
    Object.values(wrong.components.messages)[0]!.examples[0]!.payload = { kind: 'event' };
    expect(wrongExamples(wrong)).toHaveLength(1);
  });

  it('given each topic, when its example is sent, then the envelope has exactly the documented headers', () => {
    for (const topic of topics) {
      const { headers } = document.components.messages[topic.name.replaceAll('.', '-')]!;
      const check = ajv.compile({ ...headers, additionalProperties: false });
      const sent = message(topic, topic.example, { traceparent: '00-0-0-00' });
      expect(check(sent.headers), `${topic.name}: ${ajv.errorsText(check.errors)}`).toBe(true);
    }
  });

  it('given each topic, when compared, then address, partitions, retention, key and lane match its contract', () => {
    for (const topic of topics) {
      const channel = document.channels[topic.name.replaceAll('.', '-')]!;
      const { kafka } = channel.bindings as { kafka: Json & { topicConfiguration: Json } };
      expect(channel.address).toBe(topic.name);
      expect(kafka).toMatchObject({ topic: topic.name, partitions: topic.partitions });
      expect(kafka.topicConfiguration['cleanup.policy']).toEqual([topic.retention]);
      const known = /^([a-z-]+: )?[a-z_]+(\/[a-z_]+)?(, [a-z-]+: [a-z_]+(\/[a-z_]+)?)*$/;
      expect(channel['x-key']).toMatch(known);
      expect(channel['x-lane']).toMatch(known);
    }
    const { 'x-key': key, 'x-lane': lane } = document.channels['calendar-sync-event-calendar-state-v1']!;
    expect([key, lane]).toEqual([
      'event: calendar_id/event_uid, profile: profile_id, calendar: calendar_id',
      'account_id',
    ]);
  });

  it.each(services)(
    'given the handlers of %s and what it sends, when compared, then both are in the document',
    (service) => {
      expect(differences(document, service)).toEqual([]);
    },
  );

  it('given a consumer or a producer missing from the document, when compared, then it is reported', () => {
    const wrong = copy();
    delete wrong.operations['notifier-receive-invites-event-reply-recorded-v1'];
    delete wrong.operations['invites-send-invites-event-reply-recorded-v1'];
    expect(differences(wrong, 'notifier')).toHaveLength(1);
    expect(differences(wrong, 'invites')).toHaveLength(1);
  });
});
