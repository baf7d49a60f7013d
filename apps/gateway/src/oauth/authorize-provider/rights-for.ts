import type { CalendarRights } from '@kalends/provider-registry';
import type { Scope } from '@kalends/public-api';

const writing: readonly Scope[] = ['create_event', 'delete_event', 'change_participation_status'];

/** What an application's scopes need at a provider. */
export const rightsFor = (scope: readonly Scope[]): CalendarRights => ({
  events: scope.some((one) => writing.includes(one)) ? 'write' : scope.includes('read_events') ? 'read' : 'times',
  createsCalendars: scope.includes('create_calendar'),
});
