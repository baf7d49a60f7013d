import { endpoints, openApiDocument } from '@kalends/public-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oauthInput } from './oauth-input.js';
import { Refusal, validate } from './refusals.js';

interface JsonSchema {
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

const { components } = openApiDocument('http://kalends.test') as {
  components: { schemas: Record<string, JsonSchema> };
};
const resolved = (schema: JsonSchema): JsonSchema =>
  schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

const wrongValues = [
  7,
  -1.5,
  true,
  '',
  'x',
  'x'.repeat(5_000),
  [],
  [[]],
  {},
  { unknown_member: 1 },
  null,
  Array(1_000).fill(7),
];

/** Wrong values for a schema, and for each of its members and entries. */
function* wrongFor(given: JsonSchema, depth = 0): Generator<unknown> {
  yield* wrongValues;
  if (depth > 5) return;
  const schema = resolved(given);
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    for (const value of wrongFor(member, depth + 1)) yield { [name]: value };
  if (schema.items) for (const value of wrongFor(schema.items, depth + 1)) yield [value];
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* wrongFor(one, depth + 1);
}

/** Texts of zod, and of a message that was never written. */
const foreign = /unworded|undefined|Invalid |Too (big|small)|expected|received|Unrecognized|NaN|\|/;

const { paths } = openApiDocument('http://kalends.test') as {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
        parameters?: { name: string; in: string; schema: JsonSchema }[];
      }
    >
  >;
};
const operations = endpoints.flatMap(({ method, path, operation, body, query, credential }) => {
  const { requestBody, parameters = [] } = paths[path]![method]!;
  const named = parameters
    .filter((one) => one.in === 'query')
    .map((one) => [one.name.replace('[]', ''), one.schema] as const);
  const inBody = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    ...(body && inBody ? [{ operation, schema: body, shape: inBody, credential }] : []),
    ...(query ? [{ operation, schema: query, shape: { properties: Object.fromEntries(named) }, credential }] : []),
  ];
});

const refusalOf = (check: () => unknown): Refusal | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

describe('the words of a refusal (HTTP-20)', () => {
  it.each(operations.map((one) => [one.operation, one] as const))(
    'given wrong values for each member of %s, when refused, then every word is our own',
    (_name, { schema, shape }) => {
      let refused = 0;
      for (const input of wrongFor(shape)) {
        const said = refusalOf(() => validate(schema, input))?.getResponse() as
          { errors: Record<string, { key: string; description: string }[]> } | undefined;
        for (const { key, description } of Object.values(said?.errors ?? {}).flat()) {
          refused += 1;
          expect(key, description).toMatch(/^errors\.[a-z_]+$/);
          expect(description, JSON.stringify(input).slice(0, 200)).not.toMatch(foreign);
          expect(description.length).toBeLessThan(400);
        }
      }
      expect(refused).toBeGreaterThan(0);
    },
  );

  it.each(
    operations.filter(({ credential }) => credential === 'client-in-body').map((one) => [one.operation, one] as const),
  )(
    'given wrong values for each parameter of %s, when refused in the form of RFC 6749, then every word is our own',
    (_name, { schema, shape }) => {
      for (const input of wrongFor(shape)) {
        const said = refusalOf(() => oauthInput(schema, input))?.getResponse() as
          { error_description?: string } | undefined;
        expect(said?.error_description ?? '').not.toMatch(foreign);
      }
    },
  );
});

describe('a misspelt member (HTTP-21)', () => {
  const schemaOf = (operation: string) => {
    const { body, query } = endpoints.find((one) => one.operation === operation)!;
    // of two bodies, the usual one
    return body instanceof z.ZodUnion ? (body.options[0] as z.ZodType) : (body ?? query)!;
  };

  it.each([
    ['readEvents', { tzid: 'Etc/UTC', only_manged: 'true' }, 'only_manged', 'only_managed'],
    ['readEvents', { tzid: 'Etc/UTC', includeDeleted: 'true' }, 'includeDeleted', 'include_deleted'],
    ['readEvents', { tzid: 'Etc/UTC', calendar_id: 'cal_1' }, 'calendar_id', 'calendar_ids'],
    [
      'upsertEvent',
      { event_id: 'e', summary: 's', start: '2026-12-01', end: '2026-12-02', recurence: {} },
      'recurence',
      'recurrence',
    ],
    ['deleteEvent', { eventId: 'e' }, 'eventId', 'event_id'],
  ])('given %s with %j, when validated, then %s is refused with its name', (operation, input, written, meant) => {
    const said = refusalOf(() => validate(schemaOf(operation), input))?.getResponse();
    expect(said).toMatchObject({
      errors: {
        [written]: [{ key: 'errors.not_recognized', description: `${written} is not known: did you mean ${meant}?` }],
      },
    });
  });

  it.each([
    ['listChanges', { unknown_flag: 'true', bearer_token: 'x' }],
    ['deleteEvent', { event_id: 'e', event_uid: 'evt_1', calendar_id: 'cal_1' }],
    [
      'upsertEvent',
      { event_id: 'e', summary: 's', start: '2026-12-01', end: '2026-12-02', calendar_id: 'c', bearer_token: 'x' },
    ],
  ])('given %s with %j, when validated, then what is merely unknown is ignored (HTTP-3)', (operation, input) => {
    expect(refusalOf(() => validate(schemaOf(operation), input))).toBeUndefined();
  });

  it('given an unknown member in a recurrence, where none is ignored, when validated, then it is named', () => {
    const recurrence = { rules: [{ frequency: 'daily', intervall: 2 }] };
    const input = { event_id: 'e', summary: 's', start: '2026-12-01', end: '2026-12-02', recurrence };
    expect(refusalOf(() => validate(schemaOf('upsertEvent'), input))?.getResponse()).toMatchObject({
      errors: { 'recurrence.rules[0].intervall': [{ key: 'errors.not_supported' }] },
    });
  });
});
