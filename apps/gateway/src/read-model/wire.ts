import type { EventRecord } from '@kalends/contracts';
import {
  fromIso,
  toIso,
  utcMidnight,
  type EpochMs,
  type EventComponent,
  type Occurrence,
  type Period,
} from '@kalends/icalendar';

/** Length of `{"start":"2026-11-20T15:00:00Z","end":"2026-11-20T16:00:00Z"`: what another zone's times replace. */
export const timedPrefixLength = '{"start":"2026-11-20T15:00:00Z","end":"2026-11-20T16:00:00Z"'.length;

/** What stands between events that are sent together: within one no line ends, so that it parts them again. */
export const between = ',\n';

const startsAt = '{"start":"'.length;
const endsAt = '{"start":"2026-11-20T15:00:00Z","end":"'.length;
const dateEndsAt = '{"start":"2026-11-20","end":"'.length;

const isDate = (wire: string): boolean => wire[startsAt + '2026-11-20'.length] !== 'T';

/** When an event begins and ends, from its text; null for an all-day one. */
export const timesOf = (wire: string): Period | null =>
  isDate(wire) ? null : { start: fromIso(wire, startsAt), end: fromIso(wire, endsAt) };

/** The UTC midnight of a date in a text. */
const dayAt = (wire: string, at: number): EpochMs => utcMidnight(wire.slice(at, at + '2026-11-20'.length));

/** When an event begins, from its text: the instant, or the UTC midnight of its first day. */
export function beginningOf(wire: string): { start: EpochMs; allDay: boolean } {
  const allDay = isDate(wire);
  return { start: allDay ? dayAt(wire, startsAt) : fromIso(wire, startsAt), allDay };
}

/** When an event ends, from its text: the instant, or the UTC midnight after its last day. */
export const endOf = (wire: string): EpochMs => (isDate(wire) ? dayAt(wire, dateEndsAt) : fromIso(wire, endsAt));

interface Identified {
  calendar_id: string;
  event_uid: string;
  series_identifier?: string;
}

/** An instance's original start as its row names it, from the end of its `event_uid`: epoch ms, or a date. */
function instanceNamed(suffix: string): string {
  const date = `${suffix.slice(0, 4)}-${suffix.slice(4, 6)}-${suffix.slice(6, 8)}`;
  if (suffix.length === '20261120'.length) return date;
  return String(fromIso(`${date}T${suffix.slice(9, 11)}:${suffix.slice(11, 13)}:${suffix.slice(13, 15)}Z`));
}

/** What a row of the table `occurrence` is found by, from its text. */
export function keyOf(wire: string): { calendarId: string; eventUid: string; instance: string } {
  const { calendar_id: calendarId, event_uid: uid, series_identifier: series } = JSON.parse(wire) as Identified;
  if (series === undefined) return { calendarId, eventUid: uid, instance: '' };
  return { calendarId, eventUid: series, instance: instanceNamed(uid.slice(series.length + 1)) };
}

/** Own attendance: the account's attendee line. */
function ownAttendance(component: EventComponent, own: readonly string[]) {
  const addresses = new Set(own.map((one) => one.toLowerCase()));
  return component.attendees?.find(({ email }) => addresses.has(email.toLowerCase()))?.status;
}

function identityOf(record: EventRecord, { recurrence_id: id }: Occurrence) {
  if (id === null) return { event_uid: record.event_uid };
  const suffix = typeof id === 'number' ? toIso(id).replaceAll(/[-:]/g, '') : id.replaceAll('-', '');
  return { event_uid: `${record.event_uid}_${suffix}`, series_identifier: record.event_uid };
}

/**
 * What a reader gets for one occurrence, as JSON text whose first two members are start and end: UTC times, or dates
 * (interface §2.1, contract §6). Instances of a series have an `event_uid` each and share `series_identifier`.
 */
export function wireOf(record: EventRecord, occurrence: Occurrence, deleted: boolean): string {
  const { component, start, startMs, endMs } = occurrence;
  const managed = record.event_id !== undefined;
  const allDay = 'date' in start;
  const changed = toIso(record.changed_at);
  const attendance = ownAttendance(component, record.own_addresses);
  return JSON.stringify({
    start: allDay ? toIso(startMs).slice(0, 10) : toIso(startMs),
    end: allDay ? toIso(endMs).slice(0, 10) : toIso(endMs),
    calendar_id: record.calendar_id,
    ...identityOf(record, occurrence),
    ...(managed ? { event_id: record.event_id } : {}),
    summary: component.summary,
    description: component.description ?? '',
    deleted,
    created: component.created ?? component.updated ?? changed,
    updated: component.updated ?? component.created ?? changed,
    ...(component.location ? { location: { description: '', ...component.location } } : {}),
    // RFC 5545 §3.2.12: without an answer NEEDS-ACTION.
    participation_status: attendance ?? 'needs_action',
    attendees: (component.attendees ?? []).map((one) => ({
      email: one.email,
      display_name: one.display_name ?? null,
      status: one.status,
    })),
    ...(component.organizer ? { organizer: component.organizer } : {}),
    transparency: component.transparency,
    extended_transparency: component.transparency,
    event_status: deleted ? 'cancelled' : component.status,
    status: deleted ? 'cancelled' : component.status,
    categories: component.categories ?? [],
    recurring: occurrence.recurrence_id !== null,
    event_private: component.event_private ?? false,
    ...(component.conference_url ? { meeting_url: component.conference_url } : {}),
    ...(component.url ? { url: component.url } : {}),
    options: { delete: managed, update: managed, change_participation_status: attendance !== undefined },
  });
}
