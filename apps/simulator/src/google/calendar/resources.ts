import { formatInstant } from '@kalends/icalendar';
import type { Calendar, EventResource, ListEntry, StoredEvent } from '../model.js';
import { meet } from './conferences.js';
import { startOf } from './times.js';

export const etagOf = (changed: number): string => `"${3_480_000_000_000_000 + changed}"`;

/** A cancelled event keeps only its identifying members and sequence (and for an instance, its original start). */
function cancelled({ resource, changed }: StoredEvent): Record<string, unknown> {
  const { id, recurringEventId, originalStartTime, sequence = 0 } = resource;
  const instance = recurringEventId === undefined ? {} : { recurringEventId, originalStartTime };
  return { kind: 'calendar#event', etag: etagOf(changed), id, status: 'cancelled', sequence, ...instance };
}

/** Who sees an event, and in which zone times are shown; `own`: the calendar's, for times without an offset. */
export interface Viewing {
  email: string;
  entry: ListEntry;
  zone: string;
  own: string;
}

/** Times have the offset of the zone in which they are shown, and keep the zone that they were written in. */
function inZone(resource: EventResource, { zone, own }: Pick<Viewing, 'zone' | 'own'>): EventResource {
  const shown = { ...resource };
  for (const name of ['start', 'end', 'originalStartTime'] as const) {
    const time = shown[name];
    const ms = time?.dateTime === undefined ? undefined : startOf(time, own);
    if (ms !== undefined) shown[name] = { ...time, dateTime: formatInstant(ms, zone).replace(/[+-]00:00$/, 'Z') };
  }
  return shown;
}

const seesNoPrivate = new Set(['reader', 'writerWithoutPrivateAccess']);

/** An event as one user sees it: `self` marks their own lines; free/busy readers see only times. */
export function presentEvent(plain: StoredEvent, { email, entry, zone, own }: Viewing): Record<string, unknown> {
  const { accessRole } = entry;
  const stored = { ...plain, resource: inZone(plain.resource, { zone, own }) };
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
    ...(entry.isSelected ? { selected: true } : {}),
    ...(entry.summaryOverride === '' ? {} : { summaryOverride: entry.summaryOverride }),
    accessRole: entry.accessRole,
    conferenceProperties: { allowedConferenceSolutionTypes: calendar.conferences ? [meet] : [] },
    ...(entry.hidden ? { hidden: true } : {}),
    ...(entry.primary ? { primary: true } : ownerOf(calendar)),
  };
}

/** Only secondary calendars show whose data they are. */
export const ownerOf = ({ dataOwner, id }: Calendar) => (id === dataOwner ? {} : { dataOwner });

export const isMaster = ({ recurrence }: EventResource): boolean => (recurrence?.length ?? 0) > 0;
