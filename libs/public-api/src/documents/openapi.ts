import { callbackHeaders } from '@kalends/contracts';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import * as accounts from '../accounts/index.js';
import * as applications from '../applications/index.js';
import * as audit from '../audit/index.js';
import * as availability from '../availability/index.js';
import * as bookableEvents from '../bookable-events/index.js';
import * as bookingLinks from '../booking-links/index.js';
import * as calendars from '../calendars/index.js';
import * as callbacks from '../callbacks/index.js';
import * as changes from '../changes/index.js';
import * as consoleEndpoints from '../console/index.js';
import * as deadLetters from '../dead-letters/index.js';
import * as elements from '../elements/index.js';
import * as events from '../events/index.js';
import * as invites from '../invites/index.js';
import * as oauth from '../oauth/index.js';
import * as operations from '../operations/index.js';
import * as providers from '../providers/index.js';
import * as usage from '../usage/index.js';
import type { Endpoint, ResponseShape } from '../shared/endpoint.js';
import { callbackAnswers, type Webhook } from '../shared/webhook.js';
import { malformed, rateLimited, tooLarge, tooManyAttempts, unprocessable, unsupportedType } from '../shared/errors.js';
import { inOpenApi30 } from './openapi-3.0.js';
import { inOrder, shownTags } from './order.js';
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
  bookingLinks,
  elements,
  invites,
  callbacks,
  changes,
  oauth,
  applications,
  audit,
  deadLetters,
  usage,
  consoleEndpoints,
  providers,
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
    description:
      'A calendar API between an application and the calendars of its users. Bodies are JSON; form-encoded ones are accepted too.',
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
  'element-token': { type: 'apiKey', in: 'query', name: 'et', description: 'A token for a page with an Element' },
} as const;

const bearerOf: Partial<Record<Endpoint['credential'], Record<string, never[]>[]>> = {
  'access-token': [{ 'access-token': [] }],
  'api-key': [{ 'api-key': [] }],
  'api-key-or-client': [{ 'api-key': [] }],
  'api-key-or-token': [{ 'api-key': [] }, { 'access-token': [] }],
  'admin-key': [{ 'admin-key': [] }],
};

const securityOf = ({ credential, elements: permissions }: Endpoint) => [
  ...(bearerOf[credential] ?? []),
  ...(permissions ? [{ 'element-token': [] }] : []),
];

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
  'api-key-or-client': { 429: rateLimited },
  'api-key-or-token': { 429: rateLimited },
  'element-token': { 429: rateLimited },
  'admin-key': { 429: tooManyAttempts },
};

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { type?: string };
  example?: unknown;
  'x-example'?: unknown;
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
  // a form is accepted too (HTTP-2), but generators stumble over two media types of one body (ADR 0113)
  const bodyTypes = one.bodyTypes ?? ['application/json'];
  const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema: one.body, ...examplesOf(one) }]));
  const responses = { ...unreadable(one), ...one.responses, ...limitOf[one.credential] };
  return {
    operationId: one.operation,
    summary: one.summary,
    ...(one.description ? { description: one.description } : {}),
    tags: [one.tag],
    ...(securityOf(one).length > 0 ? { security: securityOf(one) } : {}),
    ...(one.anyScope ? { 'x-any-scope': one.anyScope } : {}),
    ...(one.allScopes ? { 'x-all-scopes': one.allScopes } : {}),
    ...(one.elements ? { 'x-element-permissions': one.elements } : {}),
    requestParams: { ...(one.params ? { path: one.params } : {}), ...(one.query ? { query: one.query } : {}) },
    ...(one.body ? { requestBody: { required: true, content } } : {}),
    ...callbacksOf(one),
    responses: Object.fromEntries(Object.entries(responses).map(([status, shape]) => [status, responseOf(shape)])),
  };
}

/** The endpoints whose body has the `callback_url` of the callbacks with a tag. */
const subscribing: Record<Webhook['tag'], string> = {
  channels: 'createChannel',
  scheduling: 'createBookingLink',
  'smart-invites': 'writeSmartInvite',
};

/** What is sent to the `callback_url` of the endpoint's body. */
function callbacksOf({ operation }: Endpoint): Pick<ZodOpenApiOperationObject, 'callbacks'> {
  const sent = webhooks.filter(({ tag, subscribedBy }) => (subscribedBy ?? subscribing[tag]) === operation);
  if (sent.length === 0) return {};
  const byName = sent.map((one) => [one.operation, { '{$request.body#/callback_url}': { post: callbackOf(one) } }]);
  return { callbacks: Object.fromEntries(byName) as ZodOpenApiOperationObject['callbacks'] };
}

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

type Document = ReturnType<typeof createDocument>;
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;

/** Every operation, with those that an application receives. */
function operationsIn({ paths = {} }: Document): Operation[] {
  const own = Object.values(paths).flatMap((methods) => Object.values(methods) as Operation[]);
  const received = own
    .flatMap(({ callbacks = {} }) => Object.values(callbacks))
    .flatMap((one) => Object.values(one) as Record<string, Operation>[]);
  return [...own, ...received.flatMap((methods) => Object.values(methods))];
}

/** Adds the examples of parameters. In a query, lists are sent as `name[]=…`. */
function completeParameters(document: Document): void {
  for (const operation of operationsIn(document)) {
    for (const parameter of (operation.parameters ?? []) as Parameter[]) {
      const example = parameterExamples.get(parameter.name);
      // the reference fills in `example` before a call is tried, which would narrow it by every optional parameter
      parameter[parameter.required ? 'example' : 'x-example'] = example;
      if (parameter.in === 'query' && parameter.schema.type === 'array') parameter.name += '[]';
    }
  }
}

/**
 * One of the OpenAPI 3.0 documents, or without a name one of all endpoints, generated from the validating schemas: in the version
 * that every generator of clients reads (ADR 0113). `baseUrl`: the deployment's own.
 */
export function openApiDocument(baseUrl: string, name?: DocumentName): object {
  const paths = new Map<string, Record<string, ZodOpenApiOperationObject>>();
  const shown = inOrder(endpoints.filter((one) => name === undefined || documentOf(one) === name));
  const tags = shownTags.filter((tag) => shown.some((one) => one.tag === tag.name));
  for (const one of shown) paths.set(one.path, { ...paths.get(one.path), [one.method]: operationOf(one) });
  const document = createDocument(
    {
      openapi: '3.0.3',
      info: {
        ...infoOf[name ?? 'public'],
        version: '1',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: tags.map(({ name: tag, title, description }) => ({ name: tag, description, 'x-displayName': title })),
      paths: Object.fromEntries(paths),
      components: { securitySchemes, headers: { RequestId: requestId } },
    },
    { allowEmptySchema: { custom: true, transform: true } },
  );
  completeParameters(document);
  inOpenApi30(document);
  return document;
}
