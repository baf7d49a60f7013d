import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';
import { isDisguised } from './accepted-url.js';
import { Refusal } from './refusals.js';
import { unofferedCalls } from './unoffered-calls.js';

type Router = ReturnType<typeof createRouter>;
type Method = Parameters<Router['find']>[0];

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const newRouter = () => createRouter({ maxParamLength: 8_192 });

const add = (router: Router, method: string, path: string) => {
  if (!router.hasRoute(method as Method, path)) router.on(method as Method, path, () => undefined);
};

/** A request's address as it is routed, and as it was sent. */
interface Requested {
  url: string;
  originalUrl: string;
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const pathOf = (url: string) => url.split(/[?#]/, 1)[0]!;

/** No route: 404. */
export const noAddress = (url: string) =>
  new Refusal(404, { error: 'not_found', description: unknownAddress(pathOf(url)) });

/** Names the nearest mistakes: a missing version, or a slip in its place. */
const unknownAddress = (path: string) =>
  path.startsWith('/v1/') || path.startsWith('/admin/')
    ? 'There is no such address; /openapi.json lists all.'
    : 'There is no such address: calls of the API begin with /v1/, and /openapi.json lists all.';

/**
 * What an address without a route is: known for other methods (405, RFC 9110 §15.5.6), a call that is not offered (501), or
 * unknown (404). Knows the routes as the HTTP server registers them.
 */
export class Addresses {
  private readonly offered = newRouter();
  private readonly unoffered = newRouter();

  /** `documentation`: the address of a page about what is offered. */
  constructor(private readonly documentation: string) {
    for (const [method, path] of unofferedCalls) add(this.unoffered, method, path);
  }

  /** Learns each route that is registered from now on. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      // each address answers OPTIONS if it has another method
      for (const one of [method].flat()) if (one !== 'OPTIONS') add(this.offered, one, url);
    });
  }

  /** The methods of an address. */
  methodsAt(url: string): readonly string[] {
    return methods.filter((one) => this.offered.find(one, pathOf(url)) !== null);
  }

  /** The answer to a request that no route takes. */
  refusal(method: string, { url, originalUrl }: Requested): Refusal {
    const path = pathOf(url);
    if (isDisguised(decoded(path), originalUrl)) return noAddress(url);
    const allowed = this.methodsAt(url);
    if (this.unoffered.find(method as Method, path) !== null) return this.notOffered(method, path);
    if (allowed.length === 0) return noAddress(url);
    const description = `${method} is not possible here: send ${allowed.filter((one) => one !== 'HEAD').join(' or ')}.`;
    return new Refusal(405, { error: 'method_not_allowed', description }, { Allow: allowed.join(', ') });
  }

  private notOffered(method: string, path: string): Refusal {
    const description = `Kalends does not offer ${method} ${path}; see ${this.documentation} for what it offers.`;
    const link = { Link: `<${this.documentation}>; rel="help"` };
    return new Refusal(501, { error: 'errors.not_supported', description, documentation: this.documentation }, link);
  }
}
