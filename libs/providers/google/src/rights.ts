import type { CalendarRights } from '@kalends/provider-port';

const root = 'https://www.googleapis.com/auth/calendar';

/** The rights of granted scopes, according to the discovery document of the Calendar API v3. */
export function rightsIn(scope: readonly string[]): CalendarRights {
  const isGranted = (...names: string[]) => names.some((name) => scope.includes(`${root}${name}`));
  const events = isGranted('', '.events') ? 'write' : isGranted('.readonly', '.events.readonly') ? 'read' : 'times';
  return { events, createsCalendars: isGranted('', '.app.created', '.calendars') };
}
