import { headerOf, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, GraphError, itemNotFound } from '../graph-error.js';
import type { MicrosoftCalendar, MicrosoftGrant } from '../model.js';
import type { MicrosoftStore } from '../store.js';

type Need = 'User.Read' | 'Calendars.Read' | 'Calendars.ReadWrite';
const enough: Record<Need, string[]> = {
  'User.Read': ['User.Read', 'User.ReadWrite'],
  'Calendars.Read': ['Calendars.Read', 'Calendars.ReadWrite'],
  'Calendars.ReadWrite': ['Calendars.ReadWrite'],
};

/** The grant of a request's bearer token, or undefined. */
export function bearerOf(
  store: MicrosoftStore,
  request: Pick<SimulatorRequest, 'headers'>,
): MicrosoftGrant | undefined {
  const token = /^Bearer (.+)$/i.exec([request.headers['authorization']].flat()[0] ?? '')?.[1];
  const granted = token === undefined ? undefined : store.accessTokens.get(token);
  const isValid = granted && !granted.grant.revoked && granted.expires > store.clock.now();
  return isValid ? granted.grant : undefined;
}

/** The user of a request, if its token is valid and has a scope for it; else 401 or 403. */
export function grantOf(store: MicrosoftStore, request: SimulatorRequest, need?: Need): MicrosoftGrant {
  const grant = bearerOf(store, request);
  if (!grant) {
    const text = headerOf(request, 'authorization')
      ? 'Lifetime validation failed, the token is expired.'
      : 'Access token is empty.';
    throw new GraphError(401, 'InvalidAuthenticationToken', text, { 'www-authenticate': 'Bearer realm=""' });
  }
  const scopes = grant.scope.split(/\s+/).map((scope) => scope.replace(/^https:\/\/graph\.microsoft\.com\//, ''));
  if (need && !enough[need].some((scope) => scopes.includes(scope))) throw accessDenied();
  return grant;
}

/** The calendar that a path names, or the default one; `write`: 403 if it is read-only. */
export function calendarOf(store: MicrosoftStore, request: SimulatorRequest, to: 'read' | 'write'): MicrosoftCalendar {
  const { email } = grantOf(store, request, to === 'read' ? 'Calendars.Read' : 'Calendars.ReadWrite');
  const id = request.params['calendarId'];
  const found = store.calendarsOf(email).find((one) => (id === undefined ? one.isDefault : one.id === id));
  if (!found) throw itemNotFound();
  if (to === 'write' && !found.canEdit) throw accessDenied();
  return found;
}
