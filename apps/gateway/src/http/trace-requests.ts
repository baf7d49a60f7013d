import { isTracing, startSpan, withSpan, type Span } from '@kalends/service-runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenAnswered } from './when-answered.js';

const service = 'gateway';

/**
 * Each request is a span, part of its caller's trace if given: method, route and status, never the address, which may
 * contain private data. Does nothing without tracing.
 */
export function traceRequests(fastify: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const route = request.routeOptions.url ?? 'none';
    const span = startSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      service,
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    if (span) spans.set(request, span);
    withSpan(span, service, done);
  });
  // reading a body loses the async context
  fastify.addHook('preValidation', (request, _reply, done) => withSpan(spans.get(request), service, done));
  whenAnswered(fastify, (request, reply) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? { error: String(reply.statusCode) } : {});
  });
}
