import { describe, expect, it } from 'vitest';
import { misfitsBy, ShownMembers, wrongExamples, type Schema } from './examples.fixture.js';
import { endpoints, openApiDocument, webhooks } from './openapi.js';

interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; description?: string; example?: unknown; 'x-example'?: unknown; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description?: string; content?: Record<string, Content> }>;
  callbacks?: Record<string, Record<string, { post: Operation }>>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Members, however deep, without a description, as paths. */
function undescribed(schema: Schema, { components }: Pick<Document, 'components'>, at = ''): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    // a schema that contains itself
    if (at.split(/[.#]/).includes(name)) return [];
    return undescribed(components.schemas[name]!, { components }, `${at}#${name}`);
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const nested = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
      ...((one.description ?? '').length > 3 ? [] : [`${at}.${name} has no description`]),
      ...undescribed(one, { components }, `${at}.${name}`),
    ]),
    ...[...parts, ...nested].flatMap((one) => (one ? undescribed(one, { components }, at) : [])),
  ];
}

function gapsOfContent(content: Record<string, Content> | undefined, document: Document, at: string): string[] {
  return Object.entries(content ?? {})
    .filter(([type]) => type !== 'text/html')
    .flatMap(([, { schema, example, examples }]) => [
      ...((example ?? examples) === undefined ? [`${at} has no example`] : []),
      ...undescribed(schema, document, at),
    ]);
}

type Parameter = NonNullable<Operation['parameters']>[number];
const exampleOf = ({ example, ...others }: Parameter): unknown => example ?? others['x-example'];

/** What an operation lacks, in words. */
function gapsOf(operation: Operation, document: Document): string[] {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  return [
    ...(summary.length > 3 ? [] : ['no summary']),
    ...(description.length > 3 ? [] : ['no description']),
    ...parameters.filter((one) => (one.description ?? '').length <= 3).map(({ name }) => `parameter ${name}`),
    ...parameters.filter((one) => exampleOf(one) === undefined).map(({ name }) => `parameter ${name} has no example`),
    ...gapsOfContent(requestBody?.content, document, 'request'),
    ...Object.entries(responses).flatMap(([status, { content, description: text = '' }]) => [
      ...(text.length > 3 ? [] : [`${status} has no description`]),
      ...gapsOfContent(content, document, status),
    ]),
  ];
}

const contentsOf = ({ requestBody, responses }: Operation) => [
  ['request', requestBody?.content ?? {}] as const,
  ...Object.entries(responses).map(([status, { content }]) => [status, content ?? {}] as const),
];

const valuesOf = ({ example, examples = {} }: Content) =>
  example === undefined ? Object.values(examples).map(({ value }) => value) : [example];

/** Examples of bodies that do not fit their schemas in the document, with the operation. */
function wrongBodies(document: Document): string[] {
  const misfits = misfitsBy(document.components.schemas);
  return operationsOf(document).flatMap((one) =>
    contentsOf(one).flatMap(([at, { 'application/json': content }]) =>
      content === undefined
        ? []
        : misfits({ schema: content.schema, values: valuesOf(content) }).map(
            (wrong) => `${one.operationId} ${at}: ${wrong}`,
          ),
    ),
  );
}

/** Members of bodies that no example shows. */
function notShown(document: Document): string[] {
  const members = new ShownMembers(document.components.schemas);
  for (const operation of operationsOf(document))
    for (const [at, content] of contentsOf(operation))
      for (const one of Object.values(content))
        members.add({ schema: one.schema, values: valuesOf(one), at: `${operation.operationId} ${at}` });
  return members.missing();
}

const copy = () => JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000'))) as Document;
const receivedOf = ({ callbacks = {} }: Operation) =>
  Object.values(callbacks).flatMap((byUrl) => Object.values(byUrl).map(({ post }) => post));
const operationsOf = ({ paths }: Document) =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((one) => [one, ...receivedOf(one)]);
const incomplete = (document: Document) => operationsOf(document).filter((one) => gapsOf(one, document).length > 0);

describe('the completeness of the reference', () => {
  const document = copy();

  it('given every operation, then it lacks no description and no example', () => {
    const gaps = incomplete(document).flatMap((one) =>
      gapsOf(one, document).map((gap) => `${one.operationId}: ${gap}`),
    );
    expect(gaps).toEqual([]);
  });

  it('given every member of every body, then an example shows it', () => expect(notShown(document)).toEqual([]));

  it('given every example of a parameter or member, then it fits its schema', () => {
    expect(wrongExamples(document)).toEqual([]);
    const parameters = operationsOf(document).flatMap((one) => one.parameters ?? []);
    const schemas = parameters.map((one) => ({ ...one.schema, example: exampleOf(one) }));
    expect(wrongExamples({ ...document, ...{ schemas } })).toEqual([]);
  });

  it('given every example of a body, then it has only members of its schema, each as described there', () => {
    expect(wrongBodies(document)).toEqual([]);
    const planted = copy();
    const path = planted.paths['/v1/availability']!;
    planted.paths = { '/v1/availability': path };
    const { examples } = path.post!.requestBody!.content['application/json']!;
    Object.assign(Object.values(examples!)[0]!.value as object, { planted: 1, required_duration: 'an hour' });
    expect(wrongBodies(planted)).toEqual([expect.stringMatching(/^queryAvailability request: .*planted/)]);
  });

  it('given every example, then it fits the schema that validates such a body', () => {
    const wrong = endpoints.flatMap(({ operation, responses, ...request }) => {
      const bodies = [['request', request.body, request] as const].concat(
        Object.entries(responses).map(([status, one]) => [status, one.schema, one] as never),
      );
      return bodies.flatMap(([at, schema, { example, moreExamples = {} }]) =>
        [example, ...Object.values(moreExamples)]
          .filter((one) => schema && one !== undefined && !schema.safeParse(one).success)
          .map((one) => `${operation} ${at}: ${JSON.stringify(one)}`),
      );
    });
    const wrongCallbacks = webhooks.flatMap(({ operation, body, examples }) =>
      Object.entries(examples)
        .filter(([, one]) => !body.safeParse(one).success)
        .map(([name]) => `${operation} ${name}`),
    );
    expect([...wrong, ...wrongCallbacks]).toEqual([]);
  });

  it.each(['description', 'example'] as const)('given a parameter whose %s is removed, then it is reported', (name) => {
    const planted = copy();
    delete planted.paths['/v1/free_busy']!.get!.parameters![0]![name];
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual(['readFreeBusy']);
  });

  it('given a member that examples leave out, or give another type, then it is reported', () => {
    const planted = copy();
    planted.components.schemas.Calendar!.properties!.color = {};
    planted.components.schemas.EventWrite!.properties!.url!.example = 1;
    expect(notShown(planted)).toEqual(['Calendar.color']);
    expect(wrongExamples(planted)).toEqual([expect.stringMatching(/^1: /)]);
  });

  it('given a callback whose header is not described, then it is reported', () => {
    const planted = copy();
    delete receivedOf(planted.paths['/v1/channels']!.post!)[1]!.parameters![0]!.description;
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual(['calendarChanged']);
  });

  it.each([
    ['description', (one: Operation) => delete one.description],
    ['example', (one: Operation) => delete one.responses['200']!.content!['application/json']!.example],
  ])('given an operation whose %s is removed, then it is reported', (_, remove) => {
    const planted = copy();
    remove(planted.paths['/v1/calendars']!.get!);
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual(['listCalendars']);
  });

  it('given a member whose description is removed, then every operation that shows it is reported', () => {
    const planted = copy();
    delete planted.components.schemas.Calendar!.properties!.calendar_name!.description;
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual([
      'listCalendars',
      'createCalendar',
      'showAccount',
    ]);
  });
});
