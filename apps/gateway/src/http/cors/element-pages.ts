import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { elementMethodsAt, elementRoutes } from '../admission/element-calls.js';

/** Header of each request of an Element: its version and name. */
const elementHeader = 'cronofy-element';

const preflightAge = '600';

const names = (header: string | undefined) =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());

/**
 * Whether an Element sent a request, or a preflight checks whether it may: any page may read the answer, since the token
 * itself is valid on one page only (ELT-9). With an `Authorization` it is from somebody else.
 */
export function isOfElement({ method, headers, query, routeOptions }: FastifyRequest): boolean {
  const methods = elementMethodsAt(routeOptions.url);
  const { et } = query as { et?: unknown };
  if (method !== 'OPTIONS')
    return (
      methods.includes(method) && headers.authorization === undefined && (et !== undefined || elementHeader in headers)
    );
  const requested = names(headers['access-control-request-headers']);
  return (
    methods.length > 0 &&
    !requested.includes('authorization') &&
    (et !== undefined || requested.includes(elementHeader))
  );
}

/** Answers preflights of Elements: 204 whatever the token is, which the call itself has again. */
export function answerElementPages(
  fastify: FastifyInstance,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  for (const path of elementRoutes) {
    const methods = elementMethodsAt(path);
    fastify.options(path, (request, reply) => {
      if (!isOfElement(request)) return otherwise(request, reply);
      const headers = { 'Access-Control-Allow-Methods': methods.join(', '), 'Access-Control-Max-Age': preflightAge };
      return reply
        .status(204)
        .headers({ ...headers, 'Access-Control-Allow-Headers': 'Content-Type, Cronofy-Element' })
        .send();
    });
  }
}
