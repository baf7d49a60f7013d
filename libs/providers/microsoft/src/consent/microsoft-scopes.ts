import type { CalendarRights } from '@kalends/provider-port';
import type { MicrosoftAccess } from '../settings.js';
import { hasOptionalScopes, optionalScopes } from './optional-scopes.js';

const graph = /^https:\/\/graph\.microsoft\.com\//i;

/** Broader scopes that also authorise a call (Microsoft Graph permissions reference). */
const enough = {
  'Calendars.ReadBasic': ['calendars.readbasic', 'calendars.read', 'calendars.readwrite'],
  'Calendars.Read': ['calendars.read', 'calendars.readwrite'],
  'Calendars.ReadWrite': ['calendars.readwrite'],
} as const;

/** The minimum calendar scope at Microsoft for what an application needs. */
function calendarScopeFor({ events, createsCalendars }: CalendarRights): keyof typeof enough {
  if (events === 'write' || createsCalendars) return 'Calendars.ReadWrite';
  return events === 'read' ? 'Calendars.Read' : 'Calendars.ReadBasic';
}

/** Who somebody is. */
export const identityScopes = ['openid', 'profile', 'email', 'offline_access', 'User.Read'] as const;

/** The minimum scopes at Microsoft for what an application needs: the user's identity and addresses, calendars, and what the operator wants. */
export const microsoftScopesFor = (needed: CalendarRights, access?: readonly MicrosoftAccess[]): string[] => [
  ...identityScopes,
  calendarScopeFor(needed),
  ...optionalScopes(calendarScopeFor(needed), access),
];

/** Granted scopes without the resource that Microsoft may put before them. */
export const microsoftScopesIn = (text: string): string[] =>
  text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => one.replace(graph, ''));

/** Whether the user's grant at Microsoft covers what an application needs. */
export const coversCalendars = (granted: readonly string[], needed: CalendarRights): boolean =>
  granted.some((one) => (enough[calendarScopeFor(needed)] as readonly string[]).includes(one.toLowerCase()));

/** Whether the grant has what the operator wants in addition. */
export const coversOptional = (
  granted: readonly string[],
  needed: CalendarRights,
  access?: readonly MicrosoftAccess[],
): boolean => hasOptionalScopes(granted, calendarScopeFor(needed), access);
