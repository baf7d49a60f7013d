import type { FastifyRequest } from 'fastify';

/** The credential of `Authorization: Bearer …`, or null. */
export function bearer(request: Pick<FastifyRequest, 'headers'>): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  return match ? match[1]! : null;
}
