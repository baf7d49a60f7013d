import { headerOf, type Answer, type SimulatorRequest } from '../http/routing.js';
import { ApiError, invalid } from './api-error.js';
import { bearerOf, requireScopes } from './authenticate.js';
import { methodOf, problemInQuery, problemInResource } from './discovery.js';
import { partOf } from './partial.js';
import type { GoogleStore } from './store.js';

function bodyOf(request: SimulatorRequest): unknown {
  try {
    return JSON.parse(request.body === '' ? '{}' : request.body) as unknown;
  } catch {
    throw new ApiError(400, 'parseError', 'Parse Error');
  }
}

/** Refuses what a method does not have by Google's discovery document: scopes, parameters, members, types. */
export function checkRequest(store: GoogleStore, name: string, request: SimulatorRequest): void {
  const method = methodOf(name);
  if (!method) return;
  requireScopes(bearerOf(store, request), method.scopes);
  const wrong = problemInQuery(method, request.url.searchParams);
  if (wrong !== undefined) throw new ApiError(400, 'invalidParameter', `Invalid request: ${wrong}.`);
  if (!method.request) return;
  const problem = problemInResource(method.request.$ref, bodyOf(request));
  if (problem !== undefined) throw invalid(`Invalid request: ${problem}.`);
}

/** Status 304 for a version that the client has; only the members that `fields` names. */
export function reduced(request: SimulatorRequest, answer: Answer): Answer {
  if (answer.status !== 200) return answer;
  const { etag } = (answer.body ?? {}) as { etag?: string };
  if (request.method === 'GET' && etag !== undefined && headerOf(request, 'if-none-match') === etag) {
    return { status: 304, headers: { etag } };
  }
  const fields = request.url.searchParams.get('fields');
  return fields === null ? answer : { ...answer, body: partOf(answer.body, fields) };
}
