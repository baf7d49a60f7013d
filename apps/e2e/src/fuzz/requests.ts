import { hostileTexts, mutate, type Random } from '../harness/random.js';

type Schema = { [key: string]: unknown };

export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' }[];
  body?: Schema;
}

export interface HttpRequest {
  method: string;
  path: string;
  type: string;
  body?: string;
}

/** The operations of an OpenAPI document, with references resolved lazily ({@link valueOf}). */
export function operationsOf(document: Schema): Operation[] {
  const paths = document.paths as Record<string, Record<string, Schema>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => {
      const content = (one.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content;
      return {
        method: method.toUpperCase(),
        path,
        parameters: (one.parameters ?? []) as Operation['parameters'],
        body: content && Object.values(content)[0]?.schema,
      };
    }),
  );
}

/** Input for requests: the document, and existing ids. */
export interface Material {
  document: Schema;
  known: readonly string[];
}

const depthLimit = 8;

function scalar(random: Random, { type, enum: options, const: only }: Schema, known: readonly string[]): unknown {
  if (only !== undefined) return only;
  if (Array.isArray(options)) return random.pick(options as unknown[]);
  const numbers = [0, 1, -1, 5, 60, 2 ** 31, 2 ** 53, 1.5];
  if (type === 'integer' || type === 'number') return random.pick(numbers);
  if (type === 'boolean') return random.chance(0.5);
  if (random.chance(0.4) && known.length > 0) return random.pick(known);
  return random.pick(['2026-12-01T10:00:00Z', '2026-12-01', 'Etc/UTC', 'ada@example.com', 'text', 'e1']);
}

/** A value that mostly matches a schema of the document, with occasional mismatches. */
export function valueOf(random: Random, schema: Schema, material: Material, depth = 0): unknown {
  if (random.chance(0.04)) return random.pick([null, [], {}, 7, true, ...hostileTexts]);
  if (depth > depthLimit) return null;
  const { $ref, anyOf, oneOf, allOf } = schema as {
    $ref?: string;
    anyOf?: Schema[];
    oneOf?: Schema[];
    allOf?: Schema[];
  };
  const deeper = (one: Schema) => valueOf(random, one, material, depth + 1);
  if ($ref) {
    const name = $ref.split('/').at(-1)!;
    return deeper((material.document.components as { schemas: Record<string, Schema> }).schemas[name] ?? {});
  }
  const options = anyOf ?? oneOf ?? allOf;
  if (options) return deeper(random.pick(options));
  if (schema.type === 'array') {
    const length = random.chance(0.05) ? random.int(600) : random.int(4);
    return Array.from({ length }, () => deeper((schema.items ?? {}) as Schema));
  }
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (!properties) return scalar(random, schema, material.known);
  const required = new Set((schema.required ?? []) as string[]);
  const chosen = Object.entries(properties).filter(([name]) => random.chance(required.has(name) ? 0.97 : 0.4));
  const value = Object.fromEntries(chosen.map(([name, one]) => [name, deeper(one)]));
  // as fromEntries does: an object literal would set its prototype where the name is __proto__
  const more = random.chance(0.06) ? [[random.pick(hostileTexts), 1]] : [];
  return Object.fromEntries([...Object.entries(value), ...more]);
}

/** Members of members as JSON: a value may have a `toString` of its own. */
const formOf = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(value ?? {}).map(([name, one]): [string, string] => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  ).toString();

/** One request for an operation. */
export function requestFor(random: Random, operation: Operation, material: Material): HttpRequest {
  const part = () => encodeURIComponent((random.chance(0.7) ? random.pick(material.known) : random.pick(hostileTexts)).replaceAll(/\p{Surrogate}/gu, '')); // prettier-ignore
  const path = operation.path.replaceAll(/\{\w+\}/g, () => part() || 'x');
  const query = operation.parameters
    .filter(({ in: place }) => place === 'query' && random.chance(0.5))
    .map(({ name }) => `${name}=${part()}`);
  const asForm = random.chance(0.1);
  const type = random.chance(0.02) ? 'text/plain' : asForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const value = operation.body && valueOf(random, operation.body, material);
  const text = asForm ? formOf(value) : JSON.stringify(value);
  const body = value === undefined ? undefined : random.chance(0.08) ? mutate(random, text) : text;
  return { method: operation.method, path: query.length ? `${path}?${query.join('&')}` : path, type, body };
}
