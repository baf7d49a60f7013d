import { readFileSync } from 'node:fs';

/** A schema of the discovery document: that of a member, a parameter or a resource. */
interface Schema {
  type?: string;
  description?: string;
  $ref?: string;
  format?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
}

interface Parameter extends Schema {
  location: 'path' | 'query';
  repeated?: boolean;
  required?: boolean;
}

export interface Method {
  id: string;
  path: string;
  httpMethod: string;
  parameters?: Record<string, Parameter>;
  request?: { $ref: string };
  response?: { $ref: string };
  scopes: string[];
}

interface Discovery {
  parameters: Record<string, Parameter>;
  schemas: Record<string, Schema>;
  resources: Record<string, { methods: Record<string, Method> }>;
}

let read: Discovery | undefined;

/** Google's own description of its API (`reference/NOTICE`). */
function discovery(): Discovery {
  read ??= JSON.parse(readFileSync(new URL('../../reference/calendar.v3.json', import.meta.url), 'utf8')) as Discovery;
  return read;
}

/** A method by its name, `events.insert`. */
export function methodOf(name: string): Method | undefined {
  const [resource = '', method = ''] = name.split('.');
  return discovery().resources[resource]?.methods[method];
}

/** The method of a request's path below `/calendar/v3/`, without its query. */
export function methodAt(httpMethod: string, path: string): Method | undefined {
  const all = Object.values(discovery().resources).flatMap(({ methods }) => Object.values(methods));
  const pattern = (method: Method) => new RegExp(`^${method.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const found = all.filter((method) => method.httpMethod === httpMethod && pattern(method).test(path));
  return found.find((method) => method.path === path) ?? found[0];
}

const whole = (value: unknown, bits: 31 | 53) => Number.isInteger(value) && Math.abs(value as number) < 2 ** bits;
const isOf = new Map(
  Object.entries<(value: unknown, format: string | undefined) => boolean>({
    string: (value, format) => typeof value === 'string' && (format !== 'int64' || /^-?\d{1,19}$/.test(value)),
    boolean: (value) => typeof value === 'boolean',
    integer: (value) => whole(value, 31),
    number: (value) => typeof value === 'number',
    any: () => true,
  }),
);

/** What is wrong with a JSON value by a schema, in words; null is as good as absent. */
export function problemIn(value: unknown, schema: Schema, at: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (schema.$ref !== undefined) return problemIn(value, discovery().schemas[schema.$ref]!, at);
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return `${at} must be a list`;
    return first(value.map((item, index) => () => problemIn(item, schema.items!, `${at}[${index}]`)));
  }
  if (schema.type !== 'object') {
    if (!isOf.get(schema.type ?? 'any')!(value, schema.format)) return `${at} must be of type ${schema.type}`;
    const isKnown = schema.enum === undefined || schema.enum.includes(value as string);
    return isKnown ? undefined : `${at} must be one of ${schema.enum!.join(', ')}`;
  }
  if (typeof value !== 'object' || Array.isArray(value)) return `${at} must be an object`;
  const of = (name: string) =>
    Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name] : schema.additionalProperties;
  return first(
    Object.entries(value).map(([name, member]) => () => {
      const known = of(name);
      return known ? problemIn(member, known, `${at}.${name}`) : `${at}.${name} is unknown`;
    }),
  );
}

function first(checks: (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What is wrong with a body by the schema of a resource. */
export const problemInResource = (name: string, body: unknown): string | undefined =>
  problemIn(body, { $ref: name }, name);

/** What is wrong with a method's query parameters. */
export function problemInQuery(method: Method, query: URLSearchParams): string | undefined {
  const known = { ...discovery().parameters, ...method.parameters };
  return first(
    [...new Set(query.keys())].map((name) => () => {
      const parameter = Object.hasOwn(known, name) ? known[name]! : undefined;
      if (parameter?.location !== 'query') return `parameter ${name} is unknown`;
      const values = query.getAll(name);
      if (values.length > 1 && parameter.repeated !== true) return `parameter ${name} is repeated`;
      return first(values.map((value) => () => problemInText(value, parameter, `parameter ${name}`)));
    }),
  );
}

function problemInText(text: string, schema: Schema, at: string): string | undefined {
  if (schema.type === 'boolean') return ['true', 'false'].includes(text) ? undefined : `${at} must be true or false`;
  if (schema.type === 'integer') return /^-?\d{1,9}$/.test(text) ? undefined : `${at} must be a whole number`;
  return problemIn(text, schema, at);
}

/** A request as a client sends it. */
export interface GoogleRequest {
  method: string;
  /** Below the API's address, without the query. */
  path: string;
  query: URLSearchParams;
  /** Undefined: it has none. */
  body: unknown;
}

/** Members that Google only returns, at any depth; it ignores them in what a client sends. */
function readOnlyIn(value: unknown, schema: Schema, at: string): string[] {
  if (schema.$ref !== undefined) return readOnlyIn(value, discovery().schemas[schema.$ref]!, at);
  if (Array.isArray(value)) return value.flatMap((item) => (schema.items ? readOnlyIn(item, schema.items, at) : []));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = schema.properties?.[name];
    if (!known) return [];
    const own = /\bread-only\b/i.test(known.description ?? '') ? [`${at}.${name} is read-only`] : [];
    return [...own, ...readOnlyIn(member, known, `${at}.${name}`)];
  });
}

/**
 * What is wrong with a request by the discovery document: its path, parameters and body, members that are read-only,
 * and scopes of which none permits the method.
 */
export function problemsOf(request: GoogleRequest, scopes: readonly string[]): string[] {
  const method = methodAt(request.method, request.path.replace(/^\//, ''));
  if (!method) return [`there is no ${request.method} ${request.path}`];
  const { request: resource, parameters = {} } = method;
  const missing = Object.entries(parameters).flatMap(([name, { location, required }]) =>
    location === 'query' && required === true && !request.query.has(name) ? [`parameter ${name} is missing`] : [],
  );
  const ofBody = resource ? [problemInResource(resource.$ref, request.body)] : [];
  const surplus = !resource && request.body !== undefined ? ['a body is not expected'] : [];
  const readOnly = resource ? readOnlyIn(request.body, { $ref: resource.$ref }, resource.$ref) : [];
  const isPermitted = method.scopes.some((scope) => scopes.includes(scope));
  return [
    ...[problemInQuery(method, request.query), ...ofBody].filter((one) => one !== undefined),
    ...missing,
    ...surplus,
    ...readOnly,
    ...(isPermitted ? [] : [`${method.id} is not permitted by ${scopes.join(' ')}`]),
  ];
}
