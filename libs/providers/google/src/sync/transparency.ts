import type { EventComponent, ExtendedTransparency } from '@kalends/icalendar';
import { own, type GoogleEvent } from './resources.js';

const written: readonly string[] = ['out_of_office', 'working_elsewhere', 'tentative'] satisfies ExtendedTransparency[];

const takesTime = (extended: string) => extended !== 'working_elsewhere';

/** What an application wrote, unless the user has since marked the time as free: Google keeps no such value itself. */
function writtenIn({ transparency, extendedProperties }: GoogleEvent): ExtendedTransparency | undefined {
  const value = extendedProperties?.private?.[own.extendedTransparency] ?? '';
  if (!written.includes(value) || (takesTime(value) && transparency === 'transparent')) return undefined;
  return value as ExtendedTransparency;
}

/** What Google's kind of event, or an application, adds to its transparency; the office is no other place to work at. */
export function extendedTransparencyOf(event: GoogleEvent): EventComponent['extended_transparency'] {
  if (event.eventType === 'outOfOffice') return 'out_of_office';
  const isElsewhere =
    event.eventType === 'workingLocation' && event.workingLocationProperties?.type !== 'officeLocation';
  return isElsewhere ? 'working_elsewhere' : writtenIn(event);
}
