import type { Scope } from '@kalends/contracts';

const root = 'https://www.googleapis.com/auth/calendar';
const named = (name: string) => (name === '' ? root : `${root}.${name}`);

/** What lets a call through besides the scope itself, as the discovery document of the Calendar API v3 lists it. */
const broader: Record<string, readonly string[]> = {
  'calendarlist.readonly': ['calendarlist', 'readonly', ''],
  'events.freebusy': ['events.readonly', 'events', 'readonly', ''],
  'events.readonly': ['events', 'readonly', ''],
  events: [''],
};

const writing: readonly Scope[] = ['create_event', 'delete_event', 'change_participation_status'];

/** The least that an application's scopes need of events at Google. */
function eventsScopeFor(scope: readonly Scope[]): string {
  if (scope.some((one) => writing.includes(one))) return 'events';
  return scope.includes('read_events') ? 'events.readonly' : 'events.freebusy';
}

const neededFor = (scope: readonly Scope[]) => [eventsScopeFor(scope), 'calendarlist.readonly'];

/**
 * What an application's scopes need at Google, and no more: who the user is, the list of their calendars, and of their
 * events to change them, to read them, or times only. Making calendars needs one more, which the user may leave unticked.
 */
export const googleScopesFor = (scope: readonly Scope[]): string[] => [
  'openid',
  'email',
  ...neededFor(scope).map(named),
  ...(scope.includes('create_calendar') ? [named('app.created')] : []),
];

/** Whether what the user granted at Google is enough for an application's scopes: no box left unticked that they need. */
export const hasCalendars = (granted: readonly string[], scope: readonly Scope[]): boolean =>
  neededFor(scope).every((needed) => [needed, ...broader[needed]!].some((one) => granted.includes(named(one))));
