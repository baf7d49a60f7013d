import { formatInstant, isTimeZone } from '@kalends/icalendar';
import { json, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid } from '../api-error.js';
import { grantOf } from '../authenticate.js';
import type { Calendar, EventResource } from '../model.js';
import type { GoogleStore } from '../store.js';
import { singleEvents, type Bounds } from './list.js';
import { instantOf, startOf } from './times.js';

const maxCalendars = 50;

function isBusy(resource: EventResource, email: string): boolean {
  const attendees = (resource['attendees'] ?? []) as { email?: string; responseStatus?: string }[];
  const isDeclined = attendees.some((one) => one.email === email && one.responseStatus === 'declined');
  return resource.status !== 'cancelled' && resource['transparency'] !== 'transparent' && !isDeclined;
}

/** When a calendar is busy within bounds, overlapping events merged; an all-day event by the calendar's zone. */
function busyOf(
  store: GoogleStore,
  calendar: Calendar,
  { bounds, email }: { bounds: Bounds; email: string },
): Bounds[] {
  const zone = calendar.timeZone;
  const at = (time: EventResource['start']) =>
    time?.date === undefined ? startOf(time, zone)! : instantOf(`${time.date}T00:00:00`, zone)!;
  const periods = singleEvents(store, calendar, bounds)
    .filter(({ resource }) => isBusy(resource, email))
    .map(({ resource }) => ({ start: at(resource.start), end: at(resource.end) }))
    .filter(({ start, end }) => start < bounds.end && end > bounds.start && end > start)
    .sort((a, b) => a.start - b.start);
  const merged: Bounds[] = [];
  for (const { start, end } of periods) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start: Math.max(start, bounds.start), end });
  }
  return merged.map(({ start, end }) => ({ start, end: Math.min(end, bounds.end) }));
}

/** freebusy.query: calendars of the user's list; an error for each other one. */
export function queryFreeBusy(store: GoogleStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request);
  const {
    timeMin,
    timeMax,
    timeZone = 'UTC',
    items = [],
  } = objectOf(request) as {
    timeMin?: string;
    timeMax?: string;
    timeZone?: string;
    items?: { id?: string }[];
  };
  if (!isTimeZone(timeZone)) throw invalid('Invalid value for timeZone.');
  const [start, end] = [instantOf(timeMin ?? '', timeZone), instantOf(timeMax ?? '', timeZone)];
  if (start === undefined || end === undefined) throw new ApiError(400, 'required', 'Missing timeMin or timeMax.');
  if (start >= end) throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.');
  if (items.length > maxCalendars) throw new ApiError(400, 'tooManyCalendarsRequested', 'Too many calendars.');
  const shown = (ms: number) => formatInstant(ms, timeZone).replace(/[+-]00:00$/, 'Z');
  const calendars = items.map(({ id = '' }) => {
    const calendar = store.calendars.get(store.reachOf(email, id)?.calendarId ?? '');
    if (!calendar) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }];
    const busy = busyOf(store, calendar, { bounds: { start, end }, email });
    return [id, { busy: busy.map((one) => ({ start: shown(one.start), end: shown(one.end) })) }];
  });
  const bounds = { timeMin: shown(start), timeMax: shown(end) };
  return json({ kind: 'calendar#freeBusy', ...bounds, calendars: Object.fromEntries(calendars) });
}
