import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Listener = (request: FastifyRequest, reply: FastifyReply) => void;

const listeners = new WeakMap<object, Listener[]>();

/**
 * Calls the listener once for each request: when its answer has been sent, or its client has closed the connection before. Fastify calls
 * `onResponse` for the latter only where Node reports an error of the answer, which Node 24 does not.
 */
export function whenAnswered(fastify: FastifyInstance, listener: Listener): void {
  const known = listeners.get(fastify);
  if (known) return void known.push(listener);
  const all = [listener];
  listeners.set(fastify, all);
  fastify.addHook('onRequest', (request, reply, done) => {
    const end = () => {
      reply.raw.removeListener('finish', end).removeListener('close', end);
      for (const one of all) one(request, reply);
    };
    reply.raw.once('finish', end).once('close', end);
    done();
  });
}
