import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Calls that write under an id of the client's: carried out twice, they create one thing. */
const keyedCalls = new Set([
  '/v1/calendars/:calendarId/events',
  '/v1/available_periods',
  '/v1/availability_rules',
  '/v1/smart_invites',
  '/v1/bookable_events',
  '/v1/bookable_events/:bookableEventId/registrations',
]);

/** Calls that change nothing: a key would store their answers to no purpose. */
const queries = new Set(['/v1/availability', '/v1/sequenced_availability']);

/** Whether carrying the request out twice differs from doing it once. */
export const isWrite = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean =>
  method === 'POST' && !queries.has(routeOptions.url ?? '');

/** Whether the request may be carried out again after an error that leaves its outcome open. */
export const isRepeatable = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean =>
  keyedCalls.has(routeOptions.url ?? '');

/** SHA-256 of what identifies the request: method, address and body. */
export function requestHashOf({ method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>): string {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  return hash.update(Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? '')).digest('hex');
}
