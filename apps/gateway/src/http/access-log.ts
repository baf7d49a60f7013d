import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenAnswered } from './when-answered.js';

/** Logger of finished requests. */
export interface AccessLog {
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

const clients = new WeakMap<FastifyRequest, string>();

/** Records whose credential a request carries, for its line. */
export const noteApplication = (request: FastifyRequest, clientId: string): void => void clients.set(request, clientId);

/** Whose credential a request carries, if that is known. */
export const applicationOf = (request: FastifyRequest): string | undefined => clients.get(request);

const isProbe = (route: string) => route.startsWith('/health');

/**
 * One line per request, probes of health at `debug`: the route's pattern, never the address, whose ids and query are the
 * user's; no header and no body (HTTP-17).
 */
export function logRequests(fastify: FastifyInstance, log: AccessLog): void {
  whenAnswered(fastify, (request, reply) => {
    const { method, id } = request;
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    const client_id = clients.get(request);
    const duration_ms = Math.round(reply.elapsedTime * 10) / 10;
    const fields = { event: 'request.answered', method, route, status, duration_ms, client_id, request_id: id };
    log[isProbe(route) ? 'debug' : 'info'](fields, `${method} ${route} ${status}`);
  });
}
