import type { FastifyRequest } from 'fastify';
import { invalid, Refusal } from './refusals.js';

/** Maximum nesting depth of objects and arrays in a request. */
export const maxDepth = 64;

/** Problems of a request as a whole: the paths of texts that cannot be stored, and whether it is nested too deeply. */
interface TextProblems {
  paths: string[];
  tooDeep: boolean;
}

const most = 50;

const pathOf = (path: string, name: string | number) =>
  typeof name === 'number' ? `${path}[${name}]` : path ? `${path}.${name}` : name;

/** Excludes U+0000, which PostgreSQL cannot store in a text, and half a surrogate pair, which has no UTF-8 encoding. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);

/**
 * Checks every text of a request, including member names. `input` is parser output: objects, arrays and plain values. Not
 * recursive, since the sender decides the depth. At most 50 paths are named.
 */
export function textProblems(input: unknown): TextProblems {
  const found: TextProblems = { paths: [], tooDeep: false };
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = open.pop(); next && found.paths.length < most; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (!isStorable(value)) found.paths.push(path);
    } else if (typeof value === 'object' && value !== null) {
      if (Buffer.isBuffer(value)) continue;
      if (depth >= maxDepth) return { ...found, tooDeep: true };
      for (const [name, member] of Object.entries(value).reverse()) {
        if (isStorable(name)) {
          const place = pathOf(path, Array.isArray(value) ? Number(name) : name);
          open.push({ value: member, path: place, depth: depth + 1 });
        } else found.paths.push(path || 'body');
      }
    }
  }
  return found;
}

/** A request whose texts are checked; `routeOptions.url`: the pattern of its route, undefined without one. */
type CheckedRequest = Pick<FastifyRequest, 'params' | 'query' | 'body'> & {
  routeOptions: { url?: string | undefined };
};

const unstorable = 'contains U+0000 or half of a surrogate pair';

/**
 * Refuses a request with texts that can be neither stored nor forwarded, or that is nested too deeply, before any endpoint
 * handles it, in the route's own error format. Undefined if there is nothing to refuse, or no route.
 */
export function unfitRefusal(request: CheckedRequest): Refusal | undefined {
  const { params, query, body } = request;
  const route = request.routeOptions.url;
  if (route === undefined) return undefined;
  const problems = [params, query, body].map(textProblems);
  const isDeep = problems.some((one) => one.tooDeep);
  const wrong = isDeep ? ['body'] : problems.flatMap((one) => one.paths);
  if (wrong.length === 0) return undefined;
  const reason = isDeep ? `is nested deeper than ${maxDepth} levels` : unstorable;
  const description = `${wrong.join(', ')} ${reason}.`;
  if (route.startsWith('/oauth/token')) {
    return new Refusal(400, { error: 'invalid_request', error_description: description });
  }
  if (!/^\/(v1|admin)\//.test(route)) return new Refusal(400, { error: 'bad_request', description });
  const entry = (path: string) => [{ key: 'errors.invalid', description: `${path} ${reason}` }];
  return invalid(Object.fromEntries(wrong.map((path) => [path, entry(path)])));
}
