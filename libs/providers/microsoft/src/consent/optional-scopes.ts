import type { MicrosoftAccess } from '../settings.js';

type CalendarScope = 'Calendars.ReadBasic' | 'Calendars.Read' | 'Calendars.ReadWrite';

/**
 * The scopes at Microsoft that the operator wants in addition to one for calendars (Microsoft Graph permissions reference): the same for
 * those that others share, of which there is no `ReadBasic`; rooms, which need an administrator's consent; and working hours.
 */
export function optionalScopes(calendars: CalendarScope, access: readonly MicrosoftAccess[] = []): string[] {
  const isShared = access.includes('shared-calendars') && calendars !== 'Calendars.ReadBasic';
  return [
    ...(isShared ? [`${calendars}.Shared`] : []),
    ...(access.includes('rooms') ? ['Place.Read.All'] : []),
    ...(access.includes('working-hours') ? ['MailboxSettings.Read'] : []),
  ];
}
