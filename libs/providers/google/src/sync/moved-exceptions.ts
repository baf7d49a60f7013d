import type { EventChange } from '@kalends/contracts';
import { applyEventChange, changeSeries, instantOf, toIso, type EventSeries, type EventTime } from '@kalends/icalendar';
import { remoteOf, type GoogleSeries } from './read-series.js';
import { writableAttendee, type GoogleEvent, type GoogleTime } from './resources.js';
import { timeIn, zoneOf } from './times.js';

/** What an instance may have by itself. Its conference is the series'. */
export const ownMembers = [
  ...['status', 'summary', 'description', 'location', 'start', 'end', 'transparency', 'visibility', 'colorId'],
  ...['source', 'attendees', 'reminders', 'extendedProperties'],
  ...['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests'],
];

/**
 * What one instance is to be once its series has moved: deleted; changed, with the members of the exception that moved
 * there; or as the series has it, at its own times.
 */
export type MovedInstance =
  | { id: string; as: 'deleted' }
  | { id: string; as: 'changed'; members: Record<string, unknown> }
  | { id: string; as: 'plain'; start: GoogleTime; end: GoogleTime };

interface Move {
  change: EventChange;
  /** Epoch ms. */
  now: number;
  calendarZone: string;
}

/** Google's id of the instance that originally starts at a time. */
export function instanceId(masterId: string, at: EventTime, floatingZone: string): string {
  const text = 'date' in at ? at.date : `${toIso(instantOf(at, { floatingZone })).slice(0, 19)}Z`;
  return `${masterId}_${text.replace(/[-:]/g, '')}`;
}

/** Those overrides that name an instance by the rules of a series. */
const placed = (series: EventSeries, overrides: EventSeries['overrides']) =>
  changeSeries({ ...series, overrides }, series.master!, series.recurrence).overrides;

/** An instance that an exception has left: as in the series, or deleted if that has none there. */
function vacated(at: EventTime, next: EventSeries, { id, zone }: { id: string; zone: string }): MovedInstance {
  if (placed(next, [{ recurrence_id: at, change: {} }]).length === 0) return { id, as: 'deleted' };
  const ms = (time: EventTime) => instantOf(time, { floatingZone: zone });
  const { start, end } = next.master!;
  const timeAt = (instant: number): GoogleTime =>
    'date' in start
      ? { date: toIso(instant).slice(0, 10) }
      : { dateTime: toIso(instant), timeZone: start.tzid ?? zone };
  return { id, as: 'plain', start: timeAt(ms(at)), end: timeAt(ms(at) + ms(end) - ms(start)) };
}

const movedTo = (id: string, exception: GoogleEvent): MovedInstance => {
  if (exception.status === 'cancelled') return { id, as: 'deleted' };
  const { attendees } = exception;
  const written = attendees ? { ...exception, attendees: attendees.map(writableAttendee) } : exception;
  const isMember = (name: string) => ownMembers.includes(name) || name === 'attendeesOmitted';
  const members = Object.entries(written).filter(([name]) => isMember(name));
  return { id, as: 'changed', members: Object.fromEntries(members) };
};

/**
 * What the instances of a series must be after a change of its start or rules, so that its exceptions move along as they
 * do in a calendar object; Google documents nothing about them. Empty if the series has none, or recurs no longer.
 */
export function movedInstances(read: GoogleSeries, { change, now, calendarZone }: Move): MovedInstance[] {
  const { master } = read;
  const before = remoteOf({ ...read, exceptions: [] }, calendarZone).series;
  if (!master || !before.master || !before.recurrence) return [];
  const zone = zoneOf(master.start, calendarZone);
  const exceptions = new Map<object, GoogleEvent>();
  const all = read.exceptions.flatMap((one) => {
    const recurrence_id = timeIn(one.originalStartTime, calendarZone, zone);
    const mark = {};
    exceptions.set(mark, one);
    return recurrence_id ? [{ recurrence_id, change: mark }] : [];
  });
  const overrides = placed(before, all);
  const after = applyEventChange(before.master, change, toIso(now));
  const next = changeSeries({ ...before, overrides }, after, change.recurrence);
  if (!next.recurrence) return [];
  const result = new Map<string, MovedInstance>();
  for (const { recurrence_id, change: mark } of next.overrides) {
    const id = instanceId(master.id, recurrence_id, calendarZone);
    result.set(id, movedTo(id, exceptions.get(mark)!));
  }
  for (const { recurrence_id } of overrides) {
    const id = instanceId(master.id, recurrence_id, calendarZone);
    if (!result.has(id)) result.set(id, vacated(recurrence_id, next, { id, zone: calendarZone }));
  }
  return [...result.values()];
}
