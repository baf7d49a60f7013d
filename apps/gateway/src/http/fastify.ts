import cookie from '@fastify/cookie';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { metrics } from '@kalends/service-runtime';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { Readable } from 'node:stream';
import { logRequests, type AccessLog } from './access-log.js';
import { acceptedUrl, isDisguised } from './accepted-url.js';
import { answerUnreadable, answerUnroutable } from './early-errors.js';
import { noAddress, type Addresses } from './addresses.js';
import type { AllowedOrigins } from './cors/allowed-origins.js';
import { answerOrigins } from './cors/answer-origins.js';
import type { AnswersInFlight } from './rate-limit/answers-in-flight.js';
import { readMail } from './mail-body.js';
import { readForm } from './read-form.js';
import { Malformed, readJson } from './read-json.js';
import type { PageFor } from './for-person.js';
import { identifyRequests, requestIdOf } from './request-id.js';
import { unfitRefusal } from './text-rules.js';
import { traceRequests } from './trace-requests.js';
import { whenAnswered } from './when-answered.js';

const bodyLimit = 512 * 1024;

/** Milliseconds within which a request must have arrived with its body: 408. */
const requestTimeout = 120_000;

const withoutBrackets = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));

/**
 * The HTTP server: JSON or form bodies up to 512 kB, mails up to 5 MiB, empty bodies tolerated on any method (HTTP-2),
 * `name[]` in queries read as `name`; security headers in each response: pages are never framed and run no scripts.
 */
export function createAdapter(options: {
  trustProxy: boolean | number | string[];
  /** Whether addresses may begin as those of a client do that is pointed here by its data center (HTTP-24). */
  hasAlias?: boolean;
  /** While true, each response closes its connection. */
  isEnding?: () => boolean;
  log?: AccessLog;
  addresses?: Addresses;
  /** What people see of errors. */
  pageFor?: PageFor;
  answers?: AnswersInFlight;
  /** Which pages may read answers; without it none. */
  origins?: AllowedOrigins;
}): FastifyAdapter {
  const headers = securityHeaders();
  const adapter = new FastifyAdapter({
    trustProxy: options.trustProxy,
    // no route uses Nest's middleware
    skipMiddie: true,
    bodyLimit,
    requestTimeout,
    routerOptions: { querystringParser: (text: string) => withoutBrackets(parseQuery(text)), maxParamLength: 8_192 },
    exposeHeadRoutes: true,
    genReqId: requestIdOf,
    rewriteUrl: ({ url }: IncomingMessage) => acceptedUrl(url ?? '/', options.hasAlias ?? false),
    frameworkErrors: answerUnroutable(headers, options.pageFor),
    clientErrorHandler: answerUnreadable,
    // requests over a kept-alive connection are still answered normally
    return503OnClosing: false,
  } as never);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  options.addresses?.follow(fastify);
  identifyRequests(fastify);
  traceRequests(fastify);
  if (options.log) logRequests(fastify, options.log);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readForm(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  // a provider's handshake is a POST of this type without a body
  fastify.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(body === '' ? null : Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }));
  });
  fastify.addContentTypeParser('message/rfc822', (_request: unknown, body: Readable) => readMail(body));
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (isDisguised(request.routeOptions.url, request.originalUrl)) return done(noAddress(request.url));
    done(request.raw.url?.includes('%00') ? new Malformed('The address contains a NUL character.') : undefined);
  });
  const { origins, addresses } = options;
  if (origins && addresses) answerOrigins(fastify, { origins, addresses });
  fastify.addHook('preValidation', (request, _reply, done) => done(unfitRefusal(request)));
  // eslint-disable-next-line no-restricted-syntax -- Fastify calls it by position
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (options.isEnding?.()) reply.header('connection', 'close');
    done(null, payload);
  });
  options.answers?.follow(fastify);
  whenAnswered(fastify, (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    metrics.httpRequests.observe(labels, reply.elapsedTime / 1_000);
  });
  return adapter;
}

const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 15_552_000 },
});

/** helmet's headers, computed once: computing them per request took a twentieth of the gateway's time for a read. */
function securityHeaders(): Record<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  };
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return Object.fromEntries(headers);
}

/** Cookies. */
export async function registerPlugins(fastify: FastifyInstance): Promise<void> {
  await fastify.register(cookie as never);
}
