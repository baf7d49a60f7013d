import type { CalendarRights } from '@kalends/provider-port';
import type { GoogleAccess } from '../settings.js';

const root = 'https://www.googleapis.com/auth/calendar';
const named = (name: string) => (name === '' ? root : `${root}.${name}`);

/** Broader scopes that also authorise a call, as listed in the discovery document of the Calendar API v3. */
const broader = new Map(
  Object.entries<readonly string[]>({
    'calendarlist.readonly': ['calendarlist', 'readonly', ''],
    'events.freebusy': ['events.readonly', 'events', 'readonly', ''],
    'events.readonly': ['events', 'readonly', ''],
    events: [''],
    'calendars.readonly': ['calendars', 'readonly', ''],
  }),
);

/** The minimum event scope at Google. */
const eventsScopes = { times: 'events.freebusy', read: 'events.readonly', write: 'events' } as const;

const neededFor = ({ events }: CalendarRights) => [eventsScopes[events], 'calendarlist.readonly'];

/** Who somebody is. */
export const identityScopes = ['openid', 'email'] as const;

/**
 * The minimum scopes at Google for what an application needs: the user's identity, the list of their calendars, and events to
 * change, to read, or free/busy only. Creating calendars needs one more, and so do working hours, if the operator wants them; the user may
 * leave either unticked.
 */
export const googleScopesFor = (needed: CalendarRights, access: readonly GoogleAccess[] = []): string[] => [
  ...identityScopes,
  ...neededFor(needed).map(named),
  ...(needed.createsCalendars ? [named('app.created')] : []),
  ...(access.includes('working-hours') ? [named('calendars.readonly')] : []),
];

const isGranted = (granted: readonly string[], name: string): boolean =>
  [name, ...(broader.get(name) ?? [])].some((scope) => granted.includes(named(scope)));

/** Whether the user's grant at Google covers what an application needs, without a required box left unticked. */
export const hasCalendars = (granted: readonly string[], needed: CalendarRights): boolean =>
  neededFor(needed).every((one) => isGranted(granted, one));

/** Whether the grant has what the operator wants in addition. */
export const coversOptional = (granted: readonly string[], access: readonly GoogleAccess[] = []): boolean =>
  !access.includes('working-hours') || isGranted(granted, 'calendars.readonly');
