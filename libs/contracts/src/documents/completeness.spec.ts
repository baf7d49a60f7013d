import { describe, expect, it } from 'vitest';
import { endpoints, openApiDocument, webhooks } from './openapi.js';

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description?: string; content?: Record<string, Content> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
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

/** What an operation lacks, in words. */
function gapsOf(operation: Operation, document: Document): string[] {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  return [
    ...(summary.length > 3 ? [] : ['no summary']),
    ...(description.length > 3 ? [] : ['no description']),
    ...parameters.filter((one) => (one.description ?? '').length <= 3).map(({ name }) => `parameter ${name}`),
    ...gapsOfContent(requestBody?.content, document, 'request'),
    ...Object.entries(responses).flatMap(([status, { content, description: text = '' }]) => [
      ...(text.length > 3 ? [] : [`${status} has no description`]),
      ...gapsOfContent(content, document, status),
    ]),
  ];
}

const copy = () => JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000'))) as Document;
const operationsOf = ({ paths, webhooks }: Document) =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods));
const incomplete = (document: Document) => operationsOf(document).filter((one) => gapsOf(one, document).length > 0);

describe('the completeness of the reference', () => {
  const document = copy();

  it('given every operation, then it lacks no description and no example', () => {
    const gaps = incomplete(document).flatMap((one) =>
      gapsOf(one, document).map((gap) => `${one.operationId}: ${gap}`),
    );
    expect(gaps).toEqual([]);
  });

  it('given every example, then it fits the schema that validates such a body', () => {
    const wrong = endpoints.flatMap(({ operation, body, example, responses }) => {
      const shown = Object.entries(responses).map(([status, one]) => [status, one.schema, one.example] as const);
      return [['request', body, example] as const, ...shown]
        .filter(([, schema, one]) => schema && one !== undefined && !schema.safeParse(one).success)
        .map(([at]) => `${operation} ${at}`);
    });
    const wrongCallbacks = webhooks.flatMap(({ operation, body, examples }) =>
      Object.entries(examples)
        .filter(([, one]) => !body.safeParse(one).success)
        .map(([name]) => `${operation} ${name}`),
    );
    expect([...wrong, ...wrongCallbacks]).toEqual([]);
  });

  it('given a callback whose header is not described, then it is reported', () => {
    const planted = copy();
    delete planted.webhooks.calendarChanged!.post!.parameters![0]!.description;
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual(['calendarChanged']);
  });

  it.each([
    ['description', (one: Operation) => delete one.description],
    ['parameter', (one: Operation) => delete one.parameters![0]!.description],
    ['example', (one: Operation) => delete one.responses['200']!.content!['application/json']!.example],
  ])('given an operation whose %s is removed, then it is reported', (_, remove) => {
    const planted = copy();
    remove(planted.paths['/v1/free_busy']!.get!);
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual(['readFreeBusy']);
  });

  it('given a member whose description is removed, then every operation that shows it is reported', () => {
    const planted = copy();
    delete planted.components.schemas.Calendar!.properties!.calendar_name!.description;
    expect(incomplete(planted).map(({ operationId }) => operationId)).toEqual(['createCalendar', 'listCalendars']);
  });
});
