import { endpoints, type ElementPermission } from '@kalends/public-api';
import type { FastifyRequest } from 'fastify';
import { declaredCall, shapeOf } from './declared-call.js';

/** Permissions of element tokens that open a request's call; none: it takes no element token. */
export const elementPermissionsOf = (request: FastifyRequest): readonly ElementPermission[] =>
  declaredCall(request)?.elements ?? [];

/** The element token of a request whose call takes one, and that has no `Authorization`; null: there is none (ELT-3). */
export function elementTokenIn(request: FastifyRequest): string | null {
  const { et } = request.query as { et?: unknown };
  if (typeof et !== 'string' || et === '' || request.headers.authorization !== undefined) return null;
  return elementPermissionsOf(request).length > 0 ? et : null;
}

const taking = endpoints.filter(({ elements }) => elements !== undefined);

/** The routes of calls that take an element token. */
export const elementRoutes = [...new Set(taking.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')))];

/** The methods that take an element token at a route; none: it has no such call. */
export const elementMethodsAt = (route: string | undefined): string[] =>
  taking.filter(({ path }) => shapeOf(path) === shapeOf(route ?? '')).map(({ method }) => method.toUpperCase());
