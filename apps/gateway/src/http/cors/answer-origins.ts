import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenHash } from '../../tokens/hash.js';
import { noAddress, type Addresses } from '../addresses.js';
import { bearer } from '../admission/bearer.js';
import { withBasic } from '../client-credentials.js';
import type { AllowedOrigins, Requester } from './allowed-origins.js';
import { answerElementPages, isOfElement } from './element-pages.js';

/** What pages may call: the API and the token endpoints, by route. */
const shared = ['/v1/*', '/oauth/token', '/oauth/token/revoke', '/.well-known/*'];
const isShared = (route: string | undefined) =>
  route !== undefined && shared.some((one) => (one.endsWith('*') ? route.startsWith(one.slice(0, -1)) : route === one));

const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id';
const exposedHeaders = 'Allow, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

/** Seconds for which a browser keeps the answer to a preflight; a removed origin is refused at the actual answer anyway. */
const preflightAge = '600';

/** Whose request it is, by its bearer credential or, at the token endpoints, by its client id; null: nobody known. */
function requesterOf(request: FastifyRequest): Requester {
  if (request.routeOptions.url?.startsWith('/oauth/token')) {
    const { client_id: id } = (withBasic(request, request.body) ?? {}) as { client_id?: unknown };
    return typeof id === 'string' && id !== '' ? { clientId: id } : null;
  }
  const credential = request.method === 'OPTIONS' ? null : bearer(request);
  return credential === null ? null : { hash: tokenHash(credential) };
}

interface CorsOptions {
  origins: Pick<AllowedOrigins, 'allows'>;
  addresses: Addresses;
}

/** CORS for the origins of public clients (HTTP-31) and for the pages of Elements (ELT-9): preflights, and the headers of every answer, errors included. */
export function answerOrigins(fastify: FastifyInstance, { origins, addresses }: CorsOptions): void {
  const preflight = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = addresses.methodsAt(request.url);
    if (methods.length === 0) throw noAddress(request.url);
    const allowed = methods.join(', ');
    const headers = { Allow: allowed, 'Access-Control-Allow-Methods': allowed };
    const more = { 'Access-Control-Allow-Headers': allowedHeaders, 'Access-Control-Max-Age': preflightAge };
    return reply
      .status(204)
      .headers({ ...headers, ...more })
      .send();
  };
  for (const path of shared) fastify.options(path, preflight);
  answerElementPages(fastify, preflight);
  // eslint-disable-next-line no-restricted-syntax -- Fastify calls it by position
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isShared(request.routeOptions.url)) return done(null, payload);
    reply.header('Vary', [reply.getHeader('vary'), 'Origin'].filter((one) => one !== undefined).join(', '));
    const { origin } = request.headers;
    if (origin === undefined) return done(null, payload);
    const allow = (isAllowed: boolean) => {
      if (isAllowed)
        reply.headers({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders });
      done(null, payload);
    };
    if (isOfElement(request)) return allow(true);
    // without an answer of the database no page may read it
    origins.allows(origin, requesterOf(request)).then(allow, () => allow(false));
  });
}
