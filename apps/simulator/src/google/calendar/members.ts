import { parseRule } from '@kalends/icalendar';
import { invalid } from '../api-error.js';

/** Values that the discovery document names in words only. */
const values = new Map(
  Object.entries<string[]>({
    status: ['confirmed', 'tentative', 'cancelled'],
    transparency: ['opaque', 'transparent'],
    visibility: ['default', 'public', 'private', 'confidential'],
    eventType: ['birthday', 'default', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation'],
  }),
);
const responses = ['needsAction', 'declined', 'tentative', 'accepted'];
const maxReminders = 5;
const longestReminder = 40_320;

interface Members {
  attendees?: { email?: string; responseStatus?: string; additionalGuests?: number }[];
  reminders?: { useDefault?: boolean; overrides?: { method?: string; minutes?: number }[] };
  colorId?: string;
}

function checkReminders({ useDefault, overrides = [] }: NonNullable<Members['reminders']>): void {
  if (useDefault === true && overrides.length > 0) throw invalid('Cannot specify both default and custom reminders.');
  if (overrides.length > maxReminders) throw invalid(`Cannot have more than ${maxReminders} reminders.`);
  for (const { method, minutes = -1 } of overrides) {
    if (method !== 'email' && method !== 'popup') throw invalid('Invalid reminder method.');
    if (minutes < 0 || minutes > longestReminder) throw invalid('Invalid reminder minutes.');
  }
}

/** Refuses values and numbers of an event's members that Google does not have. */
export function checkMembers(resource: Record<string, unknown>): void {
  for (const [name, known] of [...values]) {
    const value = resource[name];
    if (value !== undefined && !known.includes(value as string)) throw invalid(`Invalid value for ${name}.`);
  }
  const { attendees, reminders, colorId } = resource as Members;
  if (reminders) checkReminders(reminders);
  if (colorId !== undefined && !/^([1-9]|1[01])$/.test(colorId)) throw invalid('Invalid value for colorId.');
  for (const { email, responseStatus = 'needsAction' } of attendees ?? []) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email ?? '')) throw invalid('Invalid attendee email.');
    if (!responses.includes(responseStatus)) throw invalid('Invalid value for responseStatus.');
  }
}

/** Refuses lines other than RRULE, EXRULE, RDATE and EXDATE, and rules that RFC 5545 does not have. */
export function checkRecurrence(lines: readonly string[]): void {
  for (const line of lines) {
    const [, name, value] = /^(RRULE|EXRULE|RDATE|EXDATE)(?:;[^:]*)?:(.+)$/.exec(line) ?? [];
    const isRule = name === 'RRULE' || name === 'EXRULE';
    if (value === undefined || (isRule && 'refusal' in parseRule(value))) throw invalid('Invalid recurrence rule.');
  }
}
