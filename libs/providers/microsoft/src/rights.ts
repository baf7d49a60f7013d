import type { CalendarRights } from '@kalends/provider-port';

/** The rights of granted scopes, according to Microsoft's permissions reference: writing includes calendars. */
export function rightsIn(scope: readonly string[]): CalendarRights {
  const granted = scope.map((one) => one.toLowerCase());
  if (granted.includes('calendars.readwrite')) return { events: 'write', createsCalendars: true };
  return { events: granted.includes('calendars.read') ? 'read' : 'times', createsCalendars: false };
}
