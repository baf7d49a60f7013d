import type { Calendar, EventResource, ListEntry, StoredEvent } from '../model.js';
import { meet } from './conferences.js';

export const etagOf = (changed: number): string => `"${3_480_000_000_000_000 + changed}"`;

/** A cancelled event keeps only its identifying members and sequence (and for an instance, its original start). */
function cancelled({ resource, changed }: StoredEvent): Record<string, unknown> {
  const { id, recurringEventId, originalStartTime, sequence = 0 } = resource;
  const instance = recurringEventId === undefined ? {} : { recurringEventId, originalStartTime };
  return { kind: 'calendar#event', etag: etagOf(changed), id, status: 'cancelled', sequence, ...instance };
}

const seesNoPrivate = new Set(['reader', 'writerWithoutPrivateAccess']);

/** An event as one user sees it: `self` marks their own lines; free/busy readers see only times. */
export function presentEvent(stored: StoredEvent, email: string, { accessRole }: ListEntry): Record<string, unknown> {
  if (stored.resource.status === 'cancelled') return cancelled(stored);
  const { resource, changed } = stored;
  const whole = { kind: 'calendar#event', etag: etagOf(changed), ...resource };
  const hidden =
    accessRole === 'freeBusyReader' || (seesNoPrivate.has(accessRole) && resource['visibility'] === 'private');
  if (hidden) {
    const { id, status, start, end, recurrence, recurringEventId, originalStartTime, iCalUID } = resource;
    const shown = { id, status, start, end, recurrence, recurringEventId, originalStartTime, iCalUID };
    return { kind: 'calendar#event', etag: etagOf(changed), ...shown, visibility: 'private' };
  }
  const attendees = resource['attendees'];
  if (!Array.isArray(attendees)) return whole;
  const mark = (one: Record<string, unknown>) => (one['email'] === email ? { ...one, self: true } : one);
  return { ...whole, attendees: attendees.map((one) => mark(one as Record<string, unknown>)) };
}

export function presentEntry(entry: ListEntry, calendar: Calendar | undefined): Record<string, unknown> {
  const head = { kind: 'calendar#calendarListEntry', etag: etagOf(entry.changed), id: entry.calendarId };
  if (entry.deleted || !calendar) return { ...head, deleted: true };
  return {
    ...head,
    summary: calendar.summary,
    ...(calendar.description === undefined ? {} : { description: calendar.description }),
    timeZone: calendar.timeZone,
    backgroundColor: entry.backgroundColor,
    selected: true,
    accessRole: entry.accessRole,
    conferenceProperties: { allowedConferenceSolutionTypes: calendar.conferences ? [meet] : [] },
    ...(entry.hidden ? { hidden: true } : {}),
    ...(entry.primary ? { primary: true } : {}),
  };
}

export const isMaster = ({ recurrence }: EventResource): boolean => (recurrence?.length ?? 0) > 0;
