import { endpoints, type ElementPermission } from '@kalends/public-api';
import type { FastifyRequest } from 'fastify';
import { declaredCall } from './declared-call.js';

/** Permissions of element tokens that open a request's call; none: it takes no element token. */
export const elementPermissionsOf = (request: FastifyRequest): readonly ElementPermission[] =>
  declaredCall(request)?.elements ?? [];

/** The element token of a request whose call takes one, and that has no `Authorization`; null: there is none (ELT-3). */
export function elementTokenIn(request: FastifyRequest): string | null {
  const { et } = request.query as { et?: unknown };
  if (typeof et !== 'string' || et === '' || request.headers.authorization !== undefined) return null;
  return elementPermissionsOf(request).length > 0 ? et : null;
}

/** Methods that take an element token, by the path of a route. */
export const elementMethods: ReadonlyMap<string, readonly string[]> = endpoints
  .filter(({ elements }) => elements !== undefined)
  .reduce((paths, { path, method }) => {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    return paths.set(route, [...(paths.get(route) ?? []), method.toUpperCase()]);
  }, new Map<string, string[]>());
