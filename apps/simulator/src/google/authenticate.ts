import { headerOf, type SimulatorRequest } from '../http/routing.js';
import { ApiError, notFound, rateLimitExceeded } from './api-error.js';
import { roles, type AccessRole, type Calendar, type Grant, type ListEntry } from './model.js';
import type { GoogleStore } from './store.js';

const invalidCredentials = () =>
  new ApiError(401, 'authError', 'Invalid Credentials', { 'www-authenticate': 'Bearer error="invalid_token"' });

/** The grant of a request's bearer token (RFC 6750). */
export function bearerOf(store: GoogleStore, request: SimulatorRequest): Grant {
  const token = /^Bearer (.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const granted = token === undefined ? undefined : store.accessTokens.get(token);
  if (!granted || granted.grant.revoked || granted.expires <= store.clock.now()) throw invalidCredentials();
  return granted.grant;
}

/** The same, counted against the user's quota. */
export function grantOf(store: GoogleStore, request: SimulatorRequest): Grant {
  const grant = bearerOf(store, request);
  const minute = Math.floor(store.clock.now() / 60_000);
  const usage = store.usage.get(grant.email);
  const requests = usage?.minute === minute ? usage.requests + 1 : 1;
  store.usage.set(grant.email, { minute, requests });
  if (requests > store.limits.requestsPerMinute) throw rateLimitExceeded();
  return grant;
}

const calendarScope = 'https://www.googleapis.com/auth/calendar';

/** Refuses a grant that has none of a method's scopes. */
export function requireScopes(grant: Grant, scopes: readonly string[]): void {
  const granted = grant.scope.split(' ');
  if (scopes.some((scope) => granted.includes(scope))) return;
  const challenge = `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${scopes.join(' ')}"`;
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com' };
  const details = [{ ...info, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }];
  throw new ApiError(
    403,
    'insufficientPermissions',
    'Request had insufficient authentication scopes.',
    { 'www-authenticate': challenge },
    'global',
    { status: 'PERMISSION_DENIED', details },
  );
}

export interface Place {
  calendar: Calendar;
  entry: ListEntry;
  grant: Grant;
}

const named = (...names: string[]) => names.map((name) => calendarScope + (name && `.${name}`));
/** Scopes for every calendar, for the user's own ones, and for those that the application created. */
const everywhere = named(
  '',
  'readonly',
  'events',
  'events.readonly',
  'events.freebusy',
  'calendars',
  'calendars.readonly',
  'acls',
  'acls.readonly',
);
const owned = named('events.owned', 'events.owned.readonly');
const created = named('app.created');
const detailed = [...named('', 'readonly', 'events', 'events.readonly'), ...owned, ...created];

/** Whether a grant reaches a calendar: some scopes are for one's own calendars, or an application's, only. */
function reaches({ scope, clientId }: Grant, calendar: Calendar, { accessRole }: ListEntry): boolean {
  const has = (scopes: string[]) => scope.split(' ').some((one) => scopes.includes(one));
  return has(everywhere) || (has(owned) && accessRole === 'owner') || (has(created) && calendar.createdBy === clientId);
}

/** A user who granted only `events.freebusy` shares only times, whatever they may see themselves. */
function shownTo({ scope }: Grant, entry: ListEntry): ListEntry {
  const seesEvents = scope.split(' ').some((one) => detailed.includes(one));
  return seesEvents ? entry : { ...entry, accessRole: 'freeBusyReader' };
}

/** The requested calendar, with the role of its user. */
export function placeOf(store: GoogleStore, request: SimulatorRequest, atLeast: AccessRole): Place {
  const grant = grantOf(store, request);
  const entry = store.reachOf(grant.email, request.params['calendarId']!);
  const calendar = entry && store.calendars.get(entry.calendarId);
  if (!entry || !calendar || !reaches(grant, calendar, entry)) throw notFound();
  if (roles.indexOf(entry.accessRole) < roles.indexOf(atLeast)) {
    throw new ApiError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', {}, 'calendar');
  }
  return { calendar, entry: shownTo(grant, entry), grant };
}
