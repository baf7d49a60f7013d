import { headerOf, type SimulatorRequest } from '../http/routing.js';
import { ApiError, notFound, rateLimitExceeded } from './api-error.js';
import type { AccessRole, Calendar, Grant, ListEntry } from './model.js';
import type { GoogleStore } from './store.js';

const invalidCredentials = () =>
  new ApiError(401, 'authError', 'Invalid Credentials', { 'www-authenticate': 'Bearer error="invalid_token"' });

/** The grant behind a request's bearer token (RFC 6750); counts against the user's quota. */
export function grantOf(store: GoogleStore, request: SimulatorRequest): Grant {
  const token = /^Bearer (.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const held = token === undefined ? undefined : store.accessTokens.get(token);
  if (!held || held.grant.revoked || held.expires <= store.clock.now()) throw invalidCredentials();
  const minute = Math.floor(store.clock.now() / 60_000);
  const usage = store.usage.get(held.grant.email);
  const requests = usage?.minute === minute ? usage.requests + 1 : 1;
  store.usage.set(held.grant.email, { minute, requests });
  if (requests > store.limits.requestsPerMinute) throw rateLimitExceeded();
  return held.grant;
}

export const calendarScope = 'https://www.googleapis.com/auth/calendar';

/** The calendar scopes that a request may have come with; `any` of them is enough. */
export function requireScope(grant: Grant, ...any: string[]): void {
  const held = grant.scope.split(' ');
  if (any.some((scope) => held.includes(scope === '' ? calendarScope : `${calendarScope}.${scope}`))) return;
  throw new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
}

export interface Place {
  calendar: Calendar;
  entry: ListEntry;
  grant: Grant;
}

const roles: AccessRole[] = ['freeBusyReader', 'reader', 'writer', 'owner'];

/** The calendar that a request is about, with the role that its user has there. */
export function placeOf(store: GoogleStore, request: SimulatorRequest, atLeast: AccessRole): Place {
  const grant = grantOf(store, request);
  const reads = ['', 'events', ...(atLeast === 'reader' ? ['readonly', 'events.readonly'] : [])];
  requireScope(grant, ...reads);
  const entry = store.entryFor(grant.email, request.params['calendarId']!);
  const calendar = entry && store.calendars.get(entry.calendarId);
  if (!entry || !calendar) throw notFound();
  if (roles.indexOf(entry.accessRole) < roles.indexOf(atLeast)) {
    throw new ApiError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', {}, 'calendar');
  }
  return { calendar, entry, grant };
}
