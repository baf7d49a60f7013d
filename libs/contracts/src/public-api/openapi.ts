import { z } from 'zod';
import * as admin from './admin.js';
import * as availability from './availability.js';
import * as callbacks from './callbacks.js';
import * as channels from './channels.js';
import type { Endpoint, ResponseShape } from './endpoint.js';
import { rateLimited, tooManyAttempts } from './errors.js';
import * as freeBusy from './free-busy.js';
import * as holds from './holds.js';
import * as identity from './identity.js';
import * as managedAvailability from './managed-availability.js';
import * as oauth from './oauth.js';
import * as events from './read-events.js';
import * as providerNotifications from './provider-notifications.js';
import * as smartInvites from './smart-invites.js';
import * as writes from './upsert-event.js';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'responses' in value;

/** Every public endpoint, in the order of the document. */
export const endpoints: readonly Endpoint[] = [
  events,
  freeBusy,
  writes,
  availability,
  holds,
  managedAvailability,
  smartInvites,
  callbacks,
  channels,
  identity,
  oauth,
  providerNotifications,
  admin,
]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEndpoint);

const securitySchemes = {
  'access-token': { type: 'http', scheme: 'bearer', description: "A user's access token" },
  'api-key': { type: 'http', scheme: 'bearer', description: "The application's client secret" },
  'admin-key': { type: 'http', scheme: 'bearer', description: "The deployment's admin key or a developer's key" },
};

const securityOf: Partial<Record<Endpoint['credential'], Record<string, never[]>[]>> = {
  'access-token': [{ 'access-token': [] }],
  'api-key': [{ 'api-key': [] }],
  'api-key-or-token': [{ 'api-key': [] }, { 'access-token': [] }],
  'admin-key': [{ 'admin-key': [] }],
};

/** What answers before the endpoint itself is asked. */
const limitOf: Partial<Record<Endpoint['credential'], Record<number, ResponseShape>>> = {
  'access-token': { 429: rateLimited },
  'api-key': { 429: rateLimited },
  'api-key-or-token': { 429: rateLimited },
  'admin-key': { 429: tooManyAttempts },
};

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...document
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  const moved = JSON.parse(JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries(($defs as Json | undefined) ?? {})) {
    components[name] = JSON.parse(JSON.stringify(definition).replaceAll('#/$defs/', '#/components/schemas/'));
  }
  const id = (moved as { id?: string }).id;
  if (!id) return moved;
  delete moved.id;
  components[id] = moved;
  return { $ref: `#/components/schemas/${id}` };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', components: Json): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  void components;
  return Object.entries(properties).map(([name, shape]) => ({
    name: place === 'query' && shape.type === 'array' ? `${name}[]` : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

function responseOf(shape: ResponseShape, components: Json): Json {
  const headers = Object.entries(shape.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: shape.description,
    ...(headers.length ? { headers: Object.fromEntries(headers) } : {}),
    ...(shape.schema
      ? {
          content: {
            [shape.contentType ?? 'application/json']: { schema: jsonSchema(shape.schema, 'output', components) },
          },
        }
      : {}),
  };
}

function operationOf(one: Endpoint, components: Json): Json {
  const bodyTypes = one.bodyTypes ?? ['application/json', 'application/x-www-form-urlencoded'];
  const schema = one.body && jsonSchema(one.body, 'input', components);
  return {
    operationId: one.operation,
    summary: one.summary,
    tags: [one.tag],
    ...(securityOf[one.credential] ? { security: securityOf[one.credential] } : {}),
    ...(one.anyScope ? { 'x-any-scope': one.anyScope } : {}),
    parameters: [...parametersOf(one.params, 'path', components), ...parametersOf(one.query, 'query', components)],
    ...(schema
      ? { requestBody: { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])) } }
      : {}),
    responses: Object.fromEntries(
      Object.entries({ ...one.responses, ...limitOf[one.credential] }).map(([status, shape]) => [
        status,
        responseOf(shape, components),
      ]),
    ),
  };
}

/** The OpenAPI 3.1 document of every endpoint, made from the schemas that validate. `baseUrl`: the deployment's own. */
export function openApiDocument(baseUrl: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const one of endpoints) (paths[one.path] ??= {})[one.method] = operationOf(one, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kalends',
      version: '1',
      summary: 'A calendar API between an application and the calendars of its users',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    paths,
    components: { schemas, securitySchemes },
  };
}
