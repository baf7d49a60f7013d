import { endpoints, openApiDocument } from '../../../../libs/public-api/src/documents/openapi.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApiDocument('http://kalends.test') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** The paths of what has no members of its own. */
function leavesOf(schema: Schema, path: string): string[] {
  if (schema.$ref) return leavesOf(document.components.schemas[schema.$ref.split('/').at(-1)!]!, path);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((one) => leavesOf(one, path));
  if (schema.items) return leavesOf(schema.items, `${path}[]`);
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return schema.type === 'null' ? [] : [path];
  return entries.flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`));
}

/**
 * The paths of all members that a call has in `/openapi.json`, by the form of `members.json`; null: it is in no document,
 * or another case of a call.
 */
export function membersInSchema(call: string): string[] | null {
  const [method, path] = call.split(' ') as [string, string];
  const isCalled = (one: { method: string; path: string }) =>
    one.method.toUpperCase() === method && one.path.replaceAll(/\{[^}]*\}/g, '{}') === path;
  const endpoint = endpoints.find(isCalled);
  if (endpoint === undefined || call.split(' ').length > 2) return null;
  const { parameters = [], requestBody } = document.paths[endpoint.path]![endpoint.method]!;
  const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const body = requestBody ? leavesOf(Object.values(requestBody.content)[0]!.schema, '') : [];
  return [...new Set([...inQuery, ...body])].filter((member) => member !== '');
}
