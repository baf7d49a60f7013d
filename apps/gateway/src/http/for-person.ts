import type { FastifyRequest } from 'fastify';

/** Of a request that failed with this status, the page that a person sees; null: a program sent it, and gets JSON. */
export type PageFor = (request: Pick<FastifyRequest, 'headers' | 'url'>, status: number) => string | null;

const api = /^\/(v1|admin|oauth\/token)(\/|$|[?#])/;

/**
 * Whether a person waits for the answer, in a browser. Some HTTP libraries accept HTML by default, so calls of the API get it only
 * if the browser itself navigates there.
 */
export function isForPerson({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): boolean {
  if (headers.authorization !== undefined || !headers.accept?.includes('text/html')) return false;
  return !api.test(url) || headers['sec-fetch-mode'] === 'navigate';
}
