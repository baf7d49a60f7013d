import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import * as accounts from '../public-api/accounts/index.js';
import * as applications from '../public-api/applications/index.js';
import * as availability from '../public-api/availability/index.js';
import * as bookableEvents from '../public-api/bookable-events/index.js';
import * as calendars from '../public-api/calendars/index.js';
import * as callbacks from '../public-api/callbacks/index.js';
import * as changes from '../public-api/changes/index.js';
import * as events from '../public-api/events/index.js';
import * as invites from '../public-api/invites/index.js';
import * as oauth from '../public-api/oauth/index.js';
import * as operations from '../public-api/operations/index.js';
import type { Endpoint, ResponseShape } from '../public-api/shared/endpoint.js';
import { callbackAnswers, callbackHeaders, type Webhook } from '../public-api/shared/webhook.js';
import {
  malformed,
  rateLimited,
  tooLarge,
  tooManyAttempts,
  unprocessable,
  unsupportedType,
} from '../public-api/shared/errors.js';
import { parameterExamples } from './parameter-examples.js';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'responses' in value;

/** Every public endpoint, in the order of the document. */
export const endpoints: readonly Endpoint[] = [
  events,
  calendars,
  accounts,
  availability,
  bookableEvents,
  invites,
  callbacks,
  changes,
  oauth,
  applications,
  operations,
]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEndpoint);

const isWebhook = (value: unknown): value is Webhook =>
  typeof value === 'object' && value !== null && 'operation' in value && 'examples' in value;

/** Every kind of request that an application receives. */
export const webhooks: readonly Webhook[] = (Object.values(callbacks) as unknown[]).filter(isWebhook);

/** `public`: what applications call and receive; `journey`: what their users' browsers do; `admin`: for who runs the deployment. */
export type DocumentName = 'public' | 'journey' | 'admin';

const infoOf: Record<DocumentName, { title: string; description: string }> = {
  public: {
    title: 'Kalends',
    description: 'A calendar API between an application and the calendars of its users.',
  },
  journey: {
    title: 'Kalends: browser journey',
    description:
      'The pages on which a user connects a calendar and allows an application to use it. An application only sends the ' +
      'browser to `/oauth/authorize`; the other pages follow from there.',
  },
  admin: {
    title: 'Kalends: administration',
    description:
      'Applications, accounts, callbacks and health, for the operator of the deployment and for developers with a key of ' +
      'their own.',
  },
};

const documentOf = ({ credential, tag }: Endpoint): DocumentName => {
  if (credential === 'browser') return 'journey';
  return tag === 'admin' || tag === 'operations' ? 'admin' : 'public';
};

const securitySchemes = {
  'access-token': { type: 'http', scheme: 'bearer', description: "A user's access token" },
  'api-key': { type: 'http', scheme: 'bearer', description: "The application's client secret" },
  'admin-key': { type: 'http', scheme: 'bearer', description: "The deployment's admin key or a developer's key" },
} as const;

const securityOf: Partial<Record<Endpoint['credential'], Record<string, never[]>[]>> = {
  'access-token': [{ 'access-token': [] }],
  'api-key': [{ 'api-key': [] }],
  'api-key-or-token': [{ 'api-key': [] }, { 'access-token': [] }],
  'admin-key': [{ 'admin-key': [] }],
};

/** Responses that any request may get before it reaches its endpoint: for an unreadable address or body. */
function unreadable({ method, path }: Endpoint): Record<number, ResponseShape> {
  const address: Record<number, ResponseShape> = { 400: malformed };
  if (method === 'get') return address;
  const body = { ...address, 413: tooLarge, 415: unsupportedType };
  return /^\/(v1|admin)\//.test(path) ? { ...body, 422: unprocessable } : body;
}

/** Responses that precede the endpoint's own. */
const limitOf: Partial<Record<Endpoint['credential'], Record<number, ResponseShape>>> = {
  'access-token': { 429: rateLimited },
  'api-key': { 429: rateLimited },
  'api-key-or-token': { 429: rateLimited },
  'admin-key': { 429: tooManyAttempts },
};

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { type?: string; examples?: unknown[] };
  example?: unknown;
}

/** Of every response (HTTP-16): described once, in the components. */
const requestId = {
  description:
    "Id of the request, which is in each log line that it caused: the sender's own X-Request-Id if that has 1 to 128 letters, digits and _ . : @ + / = -, else a random UUID. Name it when you report a problem.",
  schema: { type: 'string' },
  example: '7f0c2a1e-9b7d-4b1c-8a40-5d0e3f6a2b91',
} as const;

/** The example alone, or several by name. */
function examplesOf({ example, moreExamples }: Pick<Endpoint, 'example' | 'moreExamples'>) {
  if (example === undefined) return {};
  if (!moreExamples) return { example };
  const named = Object.entries({ 'a common one': example, ...moreExamples });
  return { examples: Object.fromEntries(named.map(([name, value]) => [name, { value }])) };
}

function responseOf(shape: ResponseShape): ZodOpenApiResponseObject {
  const headers = Object.entries(shape.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: shape.description,
    headers: { ...Object.fromEntries(headers), 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    ...(shape.schema
      ? { content: { [shape.contentType ?? 'application/json']: { schema: shape.schema, ...examplesOf(shape) } } }
      : {}),
  };
}

function operationOf(one: Endpoint): ZodOpenApiOperationObject {
  const bodyTypes = one.bodyTypes ?? ['application/json', 'application/x-www-form-urlencoded'];
  const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema: one.body, ...examplesOf(one) }]));
  const responses = { ...unreadable(one), ...one.responses, ...limitOf[one.credential] };
  return {
    operationId: one.operation,
    summary: one.summary,
    ...(one.description ? { description: one.description } : {}),
    tags: [one.tag],
    ...(securityOf[one.credential] ? { security: securityOf[one.credential] } : {}),
    ...(one.anyScope ? { 'x-any-scope': one.anyScope } : {}),
    ...(one.allScopes ? { 'x-all-scopes': one.allScopes } : {}),
    requestParams: { ...(one.params ? { path: one.params } : {}), ...(one.query ? { query: one.query } : {}) },
    ...(one.body ? { requestBody: { required: true, content } } : {}),
    responses: Object.fromEntries(Object.entries(responses).map(([status, shape]) => [status, responseOf(shape)])),
  };
}

const withCallback = (one: Webhook) => [one.operation, { post: callbackOf(one) }] as const;

function callbackOf(one: Webhook): ZodOpenApiOperationObject {
  const examples = Object.fromEntries(Object.entries(one.examples).map(([name, value]) => [name, { value }]));
  return {
    operationId: one.operation,
    summary: one.summary,
    description: one.description,
    tags: [one.tag],
    security: [],
    requestParams: { header: callbackHeaders },
    requestBody: { required: true, content: { 'application/json': { schema: one.body, examples } } },
    responses: callbackAnswers,
  };
}

/** Adds the examples of parameters. In a query, lists are sent as `name[]=…`. */
function completeParameters({ paths = {}, webhooks = {} }: ReturnType<typeof createDocument>): void {
  for (const operation of [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  )) {
    for (const parameter of (operation as { parameters?: Parameter[] }).parameters ?? []) {
      const example = parameterExamples.get(parameter.name);
      // the reference fills in `example` before a call is tried, which would narrow it by every optional parameter
      if (parameter.required) parameter.example = example;
      else if (example !== undefined) parameter.schema = { ...parameter.schema, examples: [example] };
      if (parameter.in === 'query' && parameter.schema.type === 'array') parameter.name += '[]';
    }
  }
}

/**
 * One of the OpenAPI 3.1 documents, or without a name one of all endpoints, generated from the validating schemas. `baseUrl`:
 * the deployment's own.
 */
export function openApiDocument(baseUrl: string, name?: DocumentName): object {
  const paths = new Map<string, Record<string, ZodOpenApiOperationObject>>();
  const shown = endpoints.filter((one) => name === undefined || documentOf(one) === name);
  for (const one of shown) paths.set(one.path, { ...paths.get(one.path), [one.method]: operationOf(one) });
  const isPublic = name === undefined || name === 'public';
  const received = isPublic ? { webhooks: Object.fromEntries(webhooks.map(withCallback)) } : {};
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        ...infoOf[name ?? 'public'],
        version: '1',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      paths: Object.fromEntries(paths),
      ...received,
      components: { securitySchemes, headers: { RequestId: requestId } },
    },
    { allowEmptySchema: { custom: true, transform: true } },
  );
  completeParameters(document);
  return document;
}
