import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { withRequestFields } from '@kalends/service-runtime';
import type { FastifyInstance } from 'fastify';

/** Header of each response, and of a request whose sender names it. */
export const requestIdHeader = 'x-request-id';

const usable = /^[\w.:@+/=-]{1,128}$/;

/** The sender's `X-Request-Id` if it has 1 to 128 characters that are safe in a log (HTTP-16), else a random UUID. */
export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && usable.test(given) ? given : randomUUID();
}

/** Each response and each log line of a request has its id. */
export function identifyRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    withRequestFields({ request_id: request.id }, done);
  });
  // reading a body loses the async context
  fastify.addHook('preValidation', (request, _reply, done) => withRequestFields({ request_id: request.id }, done));
}
