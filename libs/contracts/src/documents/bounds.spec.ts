import { describe, expect, it } from 'vitest';
import type { Schema } from './examples.fixture.js';
import { openApiDocument } from './openapi.js';

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
interface Operation {
  operationId: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Arrays without a maximum below a schema, as paths; a schema that contains itself is followed once. */
function unbounded(schema: Schema, { components }: Document, at: string): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return at.split('#').includes(name)
      ? []
      : unbounded(components.schemas[name]!, { components } as Document, `${at}#${name}#`);
  }
  const own = schema.type === 'array' && (schema as { maxItems?: number }).maxItems === undefined ? [at] : [];
  const parts = [
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  const deeper = (one: unknown, to: string) =>
    typeof one === 'object' && one !== null ? unbounded(one as Schema, { components } as Document, to) : [];
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => deeper(one, `${at}.${name}`)),
    ...parts.flatMap((one) => deeper(one, at)),
  ];
}

const inRequests = (document: Document) =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => unbounded(schema, document, `${operationId} ${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => unbounded(schema, document, operationId)),
    ]);
const copy = () => JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000'))) as Document;

describe('bounds of requests', () => {
  it('given every list in a request, then it has a maximum', () => expect(inRequests(copy())).toEqual([]));

  it('given a list without a maximum, however deep, then it is reported', () => {
    const planted = copy();
    const list = { type: 'array', items: {} };
    planted.components.schemas.EventWrite!.properties!.planted = { anyOf: [{ properties: { list } }] };
    expect(inRequests(planted)).toContain('upsertEvent#EventWrite#.planted.list');
  });
});
