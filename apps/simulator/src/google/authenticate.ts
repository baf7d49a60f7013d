import { headerOf, type SimulatorRequest } from '../http/routing.js';
import { ApiError, notFound, rateLimitExceeded } from './api-error.js';
import type { AccessRole, Calendar, Grant, ListEntry } from './model.js';
import type { GoogleStore } from './store.js';

const invalidCredentials = () =>
  new ApiError(401, 'authError', 'Invalid Credentials', { 'www-authenticate': 'Bearer error="invalid_token"' });

/** The grant of a request's bearer token (RFC 6750); counts against the user's quota. */
export function grantOf(store: GoogleStore, request: SimulatorRequest): Grant {
  const token = /^Bearer (.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const granted = token === undefined ? undefined : store.accessTokens.get(token);
  if (!granted || granted.grant.revoked || granted.expires <= store.clock.now()) throw invalidCredentials();
  const minute = Math.floor(store.clock.now() / 60_000);
  const usage = store.usage.get(granted.grant.email);
  const requests = usage?.minute === minute ? usage.requests + 1 : 1;
  store.usage.set(granted.grant.email, { minute, requests });
  if (requests > store.limits.requestsPerMinute) throw rateLimitExceeded();
  return granted.grant;
}

const calendarScope = 'https://www.googleapis.com/auth/calendar';

/** The calendar scopes that a request may have; `any` of them is enough. */
export function requireScope(grant: Grant, ...any: string[]): void {
  const granted = grant.scope.split(' ');
  if (any.some((scope) => granted.includes(scope === '' ? calendarScope : `${calendarScope}.${scope}`))) return;
  const scopes = any.map((scope) => (scope === '' ? calendarScope : `${calendarScope}.${scope}`)).join(' ');
  const challenge = `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${scopes}"`;
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

const roles: AccessRole[] = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'];

/** Scopes that also permit reading a calendar's events, according to the discovery document. */
const readScopes: Partial<Record<AccessRole, string[]>> = {
  freeBusyReader: ['readonly', 'events.readonly', 'events.freebusy'],
  reader: ['readonly', 'events.readonly', 'events.freebusy'],
};

const allEvents = ['', 'readonly', 'events', 'events.readonly'].map((name) => calendarScope + (name && `.${name}`));

/** A user who granted only `events.freebusy` shares only times, whatever they may see themselves. */
function shownTo({ scope }: Grant, entry: ListEntry): ListEntry {
  const seesEvents = scope.split(' ').some((one) => allEvents.includes(one));
  return seesEvents ? entry : { ...entry, accessRole: 'freeBusyReader' };
}

/** The requested calendar, with the role of its user. */
export function placeOf(store: GoogleStore, request: SimulatorRequest, atLeast: AccessRole): Place {
  const grant = grantOf(store, request);
  requireScope(grant, '', 'events', ...(atLeast in readScopes ? readScopes[atLeast]! : []));
  const entry = store.entryFor(grant.email, request.params['calendarId']!);
  const calendar = entry && store.calendars.get(entry.calendarId);
  if (!entry || !calendar) throw notFound();
  if (roles.indexOf(entry.accessRole) < roles.indexOf(atLeast)) {
    throw new ApiError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', {}, 'calendar');
  }
  return { calendar, entry: shownTo(grant, entry), grant };
}
