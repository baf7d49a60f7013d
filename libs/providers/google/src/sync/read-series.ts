import { createHash } from 'node:crypto';
import {
  parseCalendarObject,
  type Attendee,
  type EventComponent,
  type EventSeries,
  type EventStatus,
  type EventTime,
  type Override,
  type Recurrence,
} from '@kalends/icalendar';
import { unreadableEvent, type RemoteEvent } from '@kalends/provider-port/sync';
import { colorOf } from './colors.js';
import { conferenceOf } from './conferences.js';
import { uidIn } from './event-ids.js';
import { own, type GoogleAttendee, type GoogleEvent } from './resources.js';
import { joinParts } from './long-properties.js';
import { seriesStartIn, stampOf, timeIn, zoneOf } from './times.js';
import { eventTypeOf } from './event-type.js';
import { extendedTransparencyOf } from './transparency.js';

/** A master or single event with its exceptions; the master may be missing. */
export interface GoogleSeries {
  id: string;
  master: GoogleEvent | undefined;
  exceptions: GoogleEvent[];
}

const answers = new Map(
  Object.entries<Attendee['status']>({
    needsAction: 'needs_action',
    accepted: 'accepted',
    declined: 'declined',
    tentative: 'tentative',
  }),
);

const attendeeOf = ({ email, displayName, responseStatus }: GoogleAttendee): Attendee[] =>
  email
    ? [
        {
          email,
          ...(displayName ? { display_name: displayName } : {}),
          status: answers.get(responseStatus ?? '') ?? 'unknown',
        },
      ]
    : [];

function locationOf({ location, extendedProperties }: GoogleEvent): EventComponent['location'] {
  const [lat, long] = extendedProperties?.private?.[own.geo]?.split(';') ?? [];
  if (!location && long === undefined) return undefined;
  return {
    ...(location ? { description: location } : {}),
    ...(lat !== undefined && long !== undefined ? { lat, long } : {}),
  };
}

function remindersOf({ reminders }: GoogleEvent): number[] | undefined {
  const minutes = (reminders?.overrides ?? []).flatMap((one) => (one.minutes === undefined ? [] : [one.minutes]));
  return minutes.length > 0 ? minutes : undefined;
}

function linesOf(name: string, event: GoogleEvent): string[] | undefined {
  const lines = joinParts(name, event.extendedProperties?.private);
  return lines?.split('\n').filter((one) => one !== '');
}

const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

const statuses = new Map(Object.entries<EventStatus>({ tentative: 'tentative', cancelled: 'cancelled' }));
/** The members of a component. Throws if its times are unreadable. */
export function componentOf(event: GoogleEvent, calendarZone: string): EventComponent {
  const { organizer, attendees, visibility } = event;
  const startIn = event.recurrence?.length ? seriesStartIn : timeIn;
  const start = startIn(event.start, calendarZone);
  if (!start) throw unreadableEvent();
  return defined({
    summary: event.summary ?? '',
    description: event.description,
    start,
    end: timeIn(event.end, calendarZone) ?? start,
    location: locationOf(event),
    status: statuses.get(event.status ?? '') ?? 'confirmed',
    transparency: event.transparency === 'transparent' ? 'transparent' : 'opaque',
    extended_transparency: extendedTransparencyOf(event),
    event_type: eventTypeOf(event),
    categories: linesOf(own.categories, event),
    tags: linesOf(own.tags, event),
    attendees: attendees?.flatMap(attendeeOf),
    organizer: organizer?.email
      ? { email: organizer.email, ...(organizer.displayName ? { display_name: organizer.displayName } : {}) }
      : undefined,
    url: event.source?.url,
    ...conferenceOf(event),
    color: colorOf(event.colorId, event.extendedProperties?.private?.[own.color]),
    event_private: visibility === 'private' || visibility === 'confidential' ? true : undefined,
    reminders: remindersOf(event),
    created: stampOf(event.created),
    updated: stampOf(event.updated),
    sequence: event.sequence,
  });
}

const basic = (time: EventTime): string =>
  'date' in time
    ? `;VALUE=DATE:${time.date.replaceAll('-', '')}`
    : time.tzid === 'Etc/UTC'
      ? `:${time.local.replace(/[-:]/g, '')}Z`
      : `;TZID=${time.tzid}:${time.local.replace(/[-:]/g, '')}`;

/** Google's `recurrence` contains lines of RFC 5545 §3.8.5, which are interpreted relative to the master's DTSTART. */
export function recurrenceOf(master: GoogleEvent, start: EventTime): Recurrence | undefined {
  if (!master.recurrence?.length) return undefined;
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:google', 'BEGIN:VEVENT', 'UID:x', `DTSTART${basic(start)}`];
  const object = [...head, ...master.recurrence, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
  const parsed = parseCalendarObject(object);
  return parsed.ok ? parsed.series[0]?.recurrence : undefined;
}

/**
 * The differences from the master, and the instance's own times; a cancelled instance has nothing else. Throws if its original start is
 * unreadable: without it, the instance would be shown at the series' time.
 */
function overrideOf(
  master: EventComponent | null,
  exception: GoogleEvent,
  zones: { calendar: string; series: string },
): Override {
  const recurrence_id = timeIn(exception.originalStartTime, zones.calendar, zones.series);
  if (!recurrence_id) throw unreadableEvent();
  if (exception.status === 'cancelled') return { recurrence_id, change: { status: 'cancelled' as const } };
  const component: Record<string, unknown> = { ...componentOf(exception, zones.calendar) };
  const change = new Map<string, unknown>();
  for (const name of new Set([...Object.keys(master ?? {}), ...Object.keys(component)])) {
    const [before, after] = [(master as unknown as Record<string, unknown> | null)?.[name], component[name]];
    const isOwn = name === 'start' || name === 'end' || JSON.stringify(before) !== JSON.stringify(after);
    if (isOwn) change.set(name, after ?? null);
  }
  return { recurrence_id, change: Object.fromEntries(change) };
}

/** One version for the master and all its exceptions; the master's own ETag precedes the `+`. */
export function etagOf({ master, exceptions }: GoogleSeries): string {
  if (exceptions.length === 0) return master?.etag ?? '';
  const etags = exceptions.map(({ id, etag }) => `${id} ${etag}`).sort();
  return `${master?.etag ?? ''}+${createHash('sha256').update(etags.join('\n')).digest('hex').slice(0, 16)}`;
}

/** The event in the model; `href` is Google's id of the master. */
export function remoteOf(read: GoogleSeries, calendarZone: string): RemoteEvent {
  const { id, master } = read;
  const exceptions = [...read.exceptions].sort((a, b) => (a.id < b.id ? -1 : 1));
  const component = master ? componentOf(master, calendarZone) : null;
  const zones = { calendar: calendarZone, series: zoneOf(master?.start, calendarZone) };
  const recurrence = master && component ? recurrenceOf(master, component.start) : undefined;
  const series: EventSeries = {
    uid: uidIn(master ?? exceptions[0]!, id),
    master: component,
    ...(recurrence ? { recurrence } : {}),
    overrides: recurrence || !master ? exceptions.map((one) => overrideOf(component, one, zones)) : [],
  };
  return { href: id, etag: etagOf(read), series };
}
