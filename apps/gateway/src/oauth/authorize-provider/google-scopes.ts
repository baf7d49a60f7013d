import type { Scope } from '@kalends/public-api';

const root = 'https://www.googleapis.com/auth/calendar';
const named = (name: string) => (name === '' ? root : `${root}.${name}`);

/** Broader scopes that also authorise a call, as listed in the discovery document of the Calendar API v3. */
const broader = new Map(
  Object.entries<readonly string[]>({
    'calendarlist.readonly': ['calendarlist', 'readonly', ''],
    'events.freebusy': ['events.readonly', 'events', 'readonly', ''],
    'events.readonly': ['events', 'readonly', ''],
    events: [''],
  }),
);

export const writingScopes: readonly Scope[] = ['create_event', 'delete_event', 'change_participation_status'];

/** The minimum event scope at Google for an application's scopes. */
function eventsScopeFor(scope: readonly Scope[]): string {
  if (scope.some((one) => writingScopes.includes(one))) return 'events';
  return scope.includes('read_events') ? 'events.readonly' : 'events.freebusy';
}

const neededFor = (scope: readonly Scope[]) => [eventsScopeFor(scope), 'calendarlist.readonly'];

/**
 * The minimum scopes at Google for an application's scopes: the user's identity, the list of their calendars, and events to
 * change, to read, or free/busy only. Creating calendars needs one more, which the user may leave unticked.
 */
export const googleScopesFor = (scope: readonly Scope[]): string[] => [
  'openid',
  'email',
  ...neededFor(scope).map(named),
  ...(scope.includes('create_calendar') ? [named('app.created')] : []),
];

/** Whether the user's grant at Google covers an application's scopes, without a required box left unticked. */
export const hasCalendars = (granted: readonly string[], scope: readonly Scope[]): boolean =>
  neededFor(scope).every((needed) => [needed, ...broader.get(needed)!].some((one) => granted.includes(named(one))));
