import type { CalendarRights } from '@kalends/provider-port';

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

/** The minimum event scope at Google. */
const eventsScopes = { times: 'events.freebusy', read: 'events.readonly', write: 'events' } as const;

const neededFor = ({ events }: CalendarRights) => [eventsScopes[events], 'calendarlist.readonly'];

/** Who somebody is. */
export const identityScopes = ['openid', 'email'] as const;

/**
 * The minimum scopes at Google for what an application needs: the user's identity, the list of their calendars, and events to
 * change, to read, or free/busy only. Creating calendars needs one more, which the user may leave unticked.
 */
export const googleScopesFor = (needed: CalendarRights): string[] => [
  ...identityScopes,
  ...neededFor(needed).map(named),
  ...(needed.createsCalendars ? [named('app.created')] : []),
];

/** Whether the user's grant at Google covers what an application needs, without a required box left unticked. */
export const hasCalendars = (granted: readonly string[], needed: CalendarRights): boolean =>
  neededFor(needed).every((one) => [one, ...broader.get(one)!].some((scope) => granted.includes(named(scope))));
