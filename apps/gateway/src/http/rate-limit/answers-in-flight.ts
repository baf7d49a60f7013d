import type { FastifyInstance, FastifyRequest } from 'fastify';
import { applicationOf } from '../access-log.js';
import { unavailable } from '../refusals.js';
import { whenAnswered } from '../when-answered.js';

/** Most bytes of answers that one application has not received yet, in a process; one answer alone may be larger. */
const maxBytes = 32 * 1024 * 1024;

/** Smaller answers are not counted: a read of a usual page costs nothing more. */
const countedFrom = 16 * 1024;

const refusal = () =>
  unavailable('The application has not received its earlier answers yet: read them, then send this request again.');

/**
 * Answers wait in memory for clients that read slowly. An application whose waiting answers have too many bytes gets 503, before
 * the work or, for a read, in place of the answer: what was done is reported as done. Others are not affected.
 */
export class AnswersInFlight {
  private readonly bytes = new Map<string, number>();
  private readonly counted = new WeakMap<FastifyRequest, { clientId: string; bytes: number }>();

  /** Throws the refusal of a request whose application may get no further answers now. */
  check(clientId: string): void {
    if ((this.bytes.get(clientId) ?? 0) >= maxBytes) throw refusal();
  }

  /** Counts the answers of all requests. */
  follow(fastify: FastifyInstance): void {
    // eslint-disable-next-line no-restricted-syntax -- Fastify calls it by position
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (typeof payload !== 'string' || payload.length < countedFrom) return done(null, payload);
      const isWaiting = this.add(request, Buffer.byteLength(payload));
      if (isWaiting || request.method !== 'GET') return done(null, payload);
      const { headers } = refusal();
      void reply.status(503).headers(headers).removeHeader('content-length');
      done(null, JSON.stringify(refusal().getResponse()));
    });
    whenAnswered(fastify, (request) => this.remove(request));
  }

  private add(request: FastifyRequest, bytes: number): boolean {
    const clientId = applicationOf(request);
    if (clientId === undefined) return true;
    const waiting = this.bytes.get(clientId) ?? 0;
    if (waiting > 0 && waiting + bytes > maxBytes) return false;
    this.bytes.set(clientId, waiting + bytes);
    this.counted.set(request, { clientId, bytes });
    return true;
  }

  private remove(request: FastifyRequest): void {
    const counted = this.counted.get(request);
    if (!counted) return;
    const waiting = this.bytes.get(counted.clientId)! - counted.bytes;
    if (waiting > 0) this.bytes.set(counted.clientId, waiting);
    else this.bytes.delete(counted.clientId);
  }
}
