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

/** A scope that also permits writing covers the one for reading (Microsoft Graph permissions reference). */
const broaderThan = (scope: string): string[] => [
  scope,
  scope.replace('ReadBasic', 'Read'),
  scope.replace(/Read(Basic)?(?!Write)/, 'ReadWrite'),
];

/** Whether each of them was granted; Microsoft does not keep the case of letters. */
export function hasOptionalScopes(
  granted: readonly string[],
  calendars: CalendarScope,
  access?: readonly MicrosoftAccess[],
): boolean {
  const present = new Set(granted.map((one) => one.toLowerCase()));
  return optionalScopes(calendars, access).every((wanted) =>
    broaderThan(wanted).some((one) => present.has(one.toLowerCase())),
  );
}
