import type { Endpoint } from '@kalends/public-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admissions } from './admissions.js';
import { declaredCall } from './declared-call.js';

/** The credential that a request's route takes. */
export const credentialOf = (request: FastifyRequest): Endpoint['credential'] =>
  declaredCall(request)?.credential ?? 'none';

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Milliseconds after an answer for which the rest of a body is discarded: clients may read an answer only then. */
const lingerMs = 2_000;

/** Closes the connection of an answered request whose body does not end. */
function closeUnlessItEnds({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete) return;
    setTimeout(() => (raw.complete ? undefined : raw.destroy()), lingerMs).unref();
  });
}

/** Checks the credential of each request that has a body before the body is read (HTTP-34). */
export function admitBeforeBody(fastify: FastifyInstance, admissions: Admissions): void {
  const admit = new Map<Endpoint['credential'], (request: FastifyRequest) => Promise<unknown>>([
    ['access-token', (request) => admissions.caller(request)],
    ['api-key', (request) => admissions.application(request)],
    ['api-key-or-token', (request) => admissions.applicationOrUser(request)],
    ['element-token', (request) => admissions.element(request)],
    ['admin-key', (request) => admissions.administrator(request)],
  ]);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done();
    const check = admit.get(credentialOf(request));
    if (!check) return done();
    check(request).then(
      () => done(),
      (error: Error) => {
        closeUnlessItEnds(request, reply);
        done(error);
      },
    );
  });
}
