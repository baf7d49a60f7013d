import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { topics } from '../topics.js';
import { examplesOf, namesWithMore } from './examples.js';

type Json = Record<string, unknown>;

/** Values of a discriminator (`kind` of a message, `outcome` of a reply) at the top of a schema. */
function variantsOf(schema: z.ZodType, discriminator: string): unknown[] {
  const { oneOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { oneOf?: Json[] };
  return oneOf.map(({ properties }) => ((properties as Json)[discriminator] as Json).const);
}

describe.each(topics.map((topic) => [topic.name, topic] as const))('the examples of %s', (_name, topic) => {
  const examples = examplesOf(topic);
  const asSent = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

  it.each(examples.map((example, index) => [index, example] as const))(
    'given number %i, when parsed by the contract, then nothing of it is refused or dropped',
    (_index, { body, reply }) => {
      expect(topic.schema.parse(asSent(body))).toEqual(body);
      expect(reply !== undefined).toBe(topic.reply !== undefined);
      if (topic.reply) expect(topic.reply.parse(asSent(reply))).toEqual(reply);
    },
  );

  it('given its kinds and outcomes, when compared, then each has an example', () => {
    const kinds = examples.map(({ body }) => (body as Json).kind);
    expect(variantsOf(topic.schema, 'kind').filter((kind) => !kinds.includes(kind))).toEqual([]);
    const outcomes = examples.map(({ reply }) => (reply as Json | undefined)?.outcome);
    const listed = topic.reply ? variantsOf(topic.reply, 'outcome') : [];
    expect(listed.filter((outcome) => !outcomes.includes(outcome))).toEqual([]);
  });
});

it('given names that have more examples, when compared, then each is a topic', () => {
  const known = topics.map(({ name }) => name);
  expect(namesWithMore.filter((name) => !known.includes(name))).toEqual([]);
});
