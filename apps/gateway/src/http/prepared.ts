import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipSync } from 'node:zlib';

/** A document that is the same for everybody until the program ends: written and compressed once. */
export interface Prepared {
  text: Buffer;
  gzip: Buffer;
}

/** Prepares a JSON document. */
export function prepareJson(document: object): Prepared {
  const text = Buffer.from(JSON.stringify(document));
  return { text, gzip: gzipSync(text, { level: 9 }) };
}

/** Whether gzip may be sent (RFC 9110 §12.5.3): it is named, with no weight of 0. */
const takesGzip = ({ headers }: FastifyRequest) =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(
    String(headers['accept-encoding'] ?? ''),
  );

/** Sends a prepared JSON document, compressed if the client takes it. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, { text, gzip }: Prepared) {
  const isCompressed = takesGzip(request);
  void reply.headers({ vary: 'Accept-Encoding', ...(isCompressed ? { 'content-encoding': 'gzip' } : {}) });
  return reply.type('application/json; charset=utf-8').send(isCompressed ? gzip : text);
}
