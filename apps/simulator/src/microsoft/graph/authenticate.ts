import { headerOf, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, GraphError, itemNotFound, noMailbox } from '../graph-error.js';
import type { MicrosoftCalendar, MicrosoftGrant } from '../model.js';
import type { MicrosoftStore } from '../store.js';

const enough = {
  'User.Read': ['User.Read', 'User.ReadWrite'],
  'Calendars.ReadBasic': ['Calendars.ReadBasic', 'Calendars.Read', 'Calendars.ReadWrite'],
  'Calendars.Read': ['Calendars.Read', 'Calendars.ReadWrite'],
  'Calendars.ReadWrite': ['Calendars.ReadWrite'],
  'Calendars.Read.Shared': ['Calendars.Read.Shared', 'Calendars.ReadWrite.Shared'],
  'Calendars.ReadWrite.Shared': ['Calendars.ReadWrite.Shared'],
  'MailboxSettings.Read': ['MailboxSettings.Read', 'MailboxSettings.ReadWrite'],
  'Place.Read.All': ['Place.Read.All', 'Place.ReadWrite.All'],
};
type Need = keyof typeof enough;

const scopesOf = ({ scope }: MicrosoftGrant) =>
  scope.split(/\s+/).map((one) => one.replace(/^https:\/\/graph\.microsoft\.com\//, ''));

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
  const scopes = scopesOf(grant);
  if (need?.startsWith('Calendars') && !store.users.get(grant.email)!.hasMailbox) throw noMailbox();
  if (need && !enough[need].some((scope) => scopes.includes(scope))) throw accessDenied();
  return grant;
}

/** A grant that reads events without texts and extensions, as the permissions reference describes `Calendars.ReadBasic`. */
export const isBasic = (grant: MicrosoftGrant): boolean =>
  !enough['Calendars.Read'].some((scope) => scopesOf(grant).includes(scope));

const isNamed = ({ email, oid }: { email: string; oid: string }, name: string) =>
  email.toLowerCase() === name.toLowerCase() || oid === name;

/** The user of a path below `/users/{owner}`, unless it is the user of the token. */
export function otherOwnerOf(store: MicrosoftStore, request: SimulatorRequest, email: string): string | undefined {
  const { owner } = request.params;
  if (owner === undefined || isNamed(store.users.get(email)!, owner)) return undefined;
  const found = [...store.users.values()].find((user) => isNamed(user, owner));
  if (!found) throw new GraphError(404, 'ErrorInvalidUser', `The requested user '${owner.slice(0, 100)}' is invalid.`);
  return found.email;
}

/** What a path below `/users/{owner}` can open: the calendars that the owner shares with the user. */
const openedBy = (store: MicrosoftStore, email: string, owner: string) =>
  store.shares
    .filter((one) => one.email === email)
    .flatMap((one) => store.sharedBy(one))
    .filter(({ calendar }) => calendar.email === owner);

/**
 * The calendar that a path names, or the default one; `write`: 403 if it is read-only. A calendar of somebody else needs
 * a scope for shared ones.
 */
export function calendarOf(store: MicrosoftStore, request: SimulatorRequest, to: 'read' | 'write'): MicrosoftCalendar {
  const { email } = grantOf(store, request);
  const owner = otherOwnerOf(store, request, email);
  const id = request.params['calendarId'];
  const offered = owner === undefined ? store.listOf(email) : openedBy(store, email, owner);
  const found = offered.find(({ calendar: one }) =>
    id === undefined ? one.isDefault && one.email === (owner ?? email) : one.id === id,
  );
  const isShared = owner !== undefined || (found !== undefined && found.calendar.email !== email);
  const ofShared = to === 'read' ? 'Calendars.Read.Shared' : 'Calendars.ReadWrite.Shared';
  const ofOwn = to === 'read' ? 'Calendars.ReadBasic' : 'Calendars.ReadWrite';
  grantOf(store, request, isShared ? ofShared : ofOwn);
  if (!found) throw itemNotFound();
  if (to === 'write' && !found.canEdit) throw accessDenied();
  return found.calendar;
}
