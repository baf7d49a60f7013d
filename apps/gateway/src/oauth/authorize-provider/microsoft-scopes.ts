import type { Scope } from '@kalends/public-api';
import type { MicrosoftAccess } from '@kalends/service-runtime';
import { optionalScopes } from '../journey/microsoft-access.js';
import { writingScopes } from './google-scopes.js';

const graph = /^https:\/\/graph\.microsoft\.com\//i;

/** Broader scopes that also authorise a call (Microsoft Graph permissions reference). */
const enough = {
  'Calendars.ReadBasic': ['calendars.readbasic', 'calendars.read', 'calendars.readwrite'],
  'Calendars.Read': ['calendars.read', 'calendars.readwrite'],
  'Calendars.ReadWrite': ['calendars.readwrite'],
} as const;

/** The minimum calendar scope at Microsoft for an application's scopes. */
function calendarScopeFor(scope: readonly Scope[]): keyof typeof enough {
  if (scope.some((one) => writingScopes.includes(one) || one === 'create_calendar')) return 'Calendars.ReadWrite';
  return scope.includes('read_events') ? 'Calendars.Read' : 'Calendars.ReadBasic';
}

/** The minimum scopes at Microsoft for an application's scopes: the user's identity and addresses, calendars, and what the operator wants. */
export const microsoftScopesFor = (scope: readonly Scope[], access?: readonly MicrosoftAccess[]): string[] => [
  'openid',
  'profile',
  'email',
  'offline_access',
  'User.Read',
  calendarScopeFor(scope),
  ...optionalScopes(calendarScopeFor(scope), access),
];

/** Granted scopes without the resource that Microsoft may put before them. */
export const microsoftScopesIn = (text: string): string[] =>
  text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => one.replace(graph, ''));

/** Whether the user's grant at Microsoft covers an application's scopes. */
export const coversCalendars = (granted: readonly string[], scope: readonly Scope[]): boolean =>
  granted.some((one) => (enough[calendarScopeFor(scope)] as readonly string[]).includes(one.toLowerCase()));
