import type { FastifyInstance } from 'fastify';
import { credentialOf } from '../../http/admission/admit-before-body.js';
import { BoundedLimiter } from '../../http/rate-limit/bounded-limiter.js';
import { clientPart } from '../../http/rate-limit/failed-attempts.js';
import { tooMany } from './reply.js';
import { textsFor } from './texts/texts.js';

/** Limits the pages for browsers that one address opens or sends, before a form is read (HTTP-35). 0: no limit. */
export function limitPages(fastify: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return;
  const limiter = new BoundedLimiter({ points: perMinute, duration: 60 });
  fastify.addHook('onRequest', async (request, reply) => {
    if (credentialOf(request) !== 'browser') return;
    const seconds = await limiter.count(clientPart(request.ip));
    if (seconds !== null) return tooMany(reply, textsFor(null, request), seconds);
  });
}
