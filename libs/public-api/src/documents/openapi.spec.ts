import { describe, expect, it } from 'vitest';
import { endpoints, openApiDocument } from './openapi.js';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, { $ref?: string }>; content?: Record<string, { schema: object }> }
  >;
  security?: Record<string, string[]>[];
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, object>;
    securitySchemes: Record<string, { type: string; scheme: string }>;
  };
}

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000'))) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  );

  it('given the document, when read as OpenAPI 3.0, then its parts are in their places', () => {
    expect(document.openapi).toMatch(/^3\.0\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(operations.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
    expect(Object.keys(document.components.schemas).filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
  });

  it('given the operations that need a plan, then those of Smart Invites answer 402, and no others', () => {
    const needing = operations.filter(({ operation }) => '402' in operation.responses).map(({ path }) => path);
    const ofInvites = operations.filter(({ path }) => path.startsWith('/v1/smart_invites')).map(({ path }) => path);
    expect(needing.sort()).toEqual(ofInvites.sort());
  });

  it('given its operations, when their ids are counted, then each is unique', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('given its paths, when their templates are read, then each variable is a required parameter and no other', () => {
    for (const { name, path, operation } of operations) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable);
      const declared = operation.parameters.filter((one) => one.in === 'path');
      expect({ name, declared: declared.map((one) => one.name).sort() }).toEqual({ name, declared: variables.sort() });
      expect(declared.every(({ required }) => required)).toBe(true);
      const all = operation.parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('given its references and credentials, when followed, then each resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, one]) => one!);
    const resolves = (reference: string) => {
      const [, kind, name] = /^#\/components\/(schemas|headers)\/([\w.-]+)$/.exec(reference) ?? [];
      return kind !== undefined && name! in document.components[kind as 'schemas' | 'headers'];
    };
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((one) => !resolves(one))).toEqual([]);
    const credentials = operations.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys));
    expect(credentials.filter((one) => !(one in document.components.securitySchemes))).toEqual([]);
  });

  it('given its responses, when read, then each has a status, a description and a body unless it is empty', () => {
    for (const { name, operation } of operations) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect({ name, status, ok: /^[1-5]\d\d$/.test(status) && answer.description.length > 1 }).toMatchObject({
          ok: true,
        });
        if (Number(status) >= 400)
          expect({ name, status, body: answer.content !== undefined }).toMatchObject({ body: true });
      }
    }
  });

  it('given its responses, when read, then each has the id of the request, which is described once (HTTP-16)', () => {
    const responses = operations.flatMap(({ operation }) => Object.values(operation.responses));
    const shared = { $ref: '#/components/headers/RequestId' };
    expect(responses.filter(({ headers }) => headers?.['X-Request-Id']?.$ref !== shared.$ref)).toEqual([]);
    expect(Object.keys(document.components.headers)).toEqual(['RequestId']);
  });

  it('given what an endpoint requires, when it is missing or wrong, then the document lists that response', () => {
    const missing = endpoints.flatMap((one) => {
      const needed = [
        ...(['access-token', 'api-key', 'admin-key'].includes(one.credential) ? [401, 403] : []),
        ...(one.body ? [400, 413, 415] : []),
        ...(one.body && ['access-token', 'api-key', 'admin-key'].includes(one.credential) ? [422] : []),
        ...(one.query && one.credential === 'access-token' ? [422] : []),
        ...(one.params ? [404] : []),
      ];
      return needed.filter((status) => !(status in one.responses)).map((status) => `${one.operation} ${status}`);
    });
    expect(missing).toEqual([]);
  });

  it('given what generators of clients fail on, then the document has none of it (ADR 0113)', () => {
    expect(hindrances(document)).toEqual([]);
    expect(document).not.toHaveProperty('webhooks');
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => names.includes(`New${name}`))).toEqual([]);
  });

  it.each([
    ['a list of types', { type: ['string', 'null'] }],
    ['a constant', { const: 'a' }],
    ['several examples', { type: 'string', examples: ['a'] }],
    ['names of members', { type: 'object', propertyNames: { type: 'string' } }],
    ['null without a type', { nullable: true, anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['null beside an enum without it', { type: 'string', nullable: true, enum: ['a'] }],
    ['an enum whose values differ in case alone', { type: 'string', enum: ['h', 'H'] }],
    ['null as a type', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a choice of objects without a name, at the top', { anyOf: [{ type: 'object', properties: {} }] }],
  ])('given %s, then it is reported', (_, schema) => {
    expect(hindrances({ components: { schemas: { Planted: schema } } })).toEqual([
      expect.stringMatching(/^components\.schemas\.Planted/),
    ]);
  });
});

const differInCaseAlone = (values: unknown[] = []) =>
  new Set(values.map((value) => String(value).toLowerCase())).size < values.length;

/** Places of what OpenAPI 3.0 does not have, or generators do not read, as paths. */
function hindrances(part: unknown, at: string[] = []): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const one = part as Record<string, unknown> & { anyOf?: { properties?: object }[]; enum?: unknown[] };
  const isMember = at.at(-1) === 'properties';
  const newer = ['const', 'propertyNames', 'prefixItems', 'patternProperties', '$defs'].some((name) => name in one);
  const isNamed = at.length === 3 && at[1] === 'schemas';
  const hinders =
    newer ||
    Array.isArray(one.type) ||
    one.type === 'null' ||
    Array.isArray(one.examples) ||
    (!('x-enum-varnames' in one) && differInCaseAlone(one.enum)) ||
    (one.nullable === true && (typeof one.type !== 'string' || one.enum?.includes(null) === false)) ||
    (isNamed && one.anyOf?.some(({ properties }) => properties) === true);
  const deeper = Object.entries(one).filter(([name]) => isMember || (name !== 'example' && name !== 'value'));
  return [
    ...(hinders && !isMember ? [at.join('.')] : []),
    ...deeper.flatMap(([name, value]) => hindrances(value, [...at, name])),
  ];
}
