import { changeSeries, expand, instantOf, parseCalendarObject, timeAt, toIso, toLocal } from '@kalends/icalendar';
import type { Calendar, EventDateTime, EventResource, StoredEvent } from '../model.js';
import { instanceSuffix, startOf } from './times.js';

const day = 86_400_000;

/** A series in iCalendar form, to expand its rule; null if the rule is invalid. */
function seriesOf(master: EventResource, zone: string) {
  const at = (time: EventDateTime | undefined) => {
    if (time?.date !== undefined) return `;VALUE=DATE:${time.date.replaceAll('-', '')}`;
    const tzid = time?.timeZone ?? zone;
    const utc = instanceSuffix(time ?? {}, zone);
    return tzid === 'UTC' || tzid === 'Etc/UTC' ? `:${utc}` : `;TZID=${tzid}:${localIn(utc, tzid)}`;
  };
  const lines = [`DTSTART${at(master.start)}`, `DTEND${at(master.end)}`, ...(master.recurrence ?? [])];
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:simulator', 'BEGIN:VEVENT', `UID:${master.iCalUID}`];
  const parsed = parseCalendarObject([...head, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'));
  return parsed.ok ? (parsed.series[0] ?? null) : null;
}

const instantIn = (basic: string) =>
  new Date(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')).getTime();

const localIn = (utc: string, tzid: string): string => toLocal(tzid, instantIn(utc)).replace(/[-:]/g, '');

/** Whether an instance of a series starts at an instant (epoch ms); one of an all-day series at its UTC midnight. */
function startsAt(calendar: Calendar, master: EventResource, from: number): boolean {
  const series = seriesOf(master, calendar.timeZone);
  if (!series) return false;
  const window = { start: from, end: from + (master.start?.date === undefined ? 1000 : day) };
  return expand(series, window, { floatingZone: calendar.timeZone }).some(({ startMs }) => startMs === from);
}

/** Whether an original start is still one of a series: an instance by its rules, of the same kind. */
export function belongsTo(calendar: Calendar, master: EventResource, original: EventDateTime): boolean {
  if ((original.date === undefined) !== (master.start?.date === undefined)) return false;
  return startsAt(calendar, master, startOf(original, calendar.timeZone)!);
}

/** The original start of an exception after its series' start was moved: by the same distance on the clock. */
export function shiftedStart(
  original: EventDateTime,
  { before, after, zone }: { before: EventResource; after: EventResource; zone: string },
): EventDateTime {
  const [from, to] = [seriesOf(before, zone), seriesOf(after, zone)];
  const ms = startOf(original, zone)!;
  const tzid = before.start?.timeZone ?? zone;
  const recurrence_id = original.date === undefined ? timeAt(tzid, ms) : { date: original.date };
  if (!from?.master || !to?.master) return original;
  const [moved] = changeSeries({ ...from, overrides: [{ recurrence_id, change: {} }] }, to.master).overrides;
  const at = moved!.recurrence_id;
  if ('date' in at) return { date: at.date };
  return { dateTime: toIso(instantOf(at, { floatingZone: zone })), timeZone: after.start?.timeZone ?? zone };
}

/** The id of the instance of a series that starts originally at a time. */
export const instanceId = (masterId: string, original: EventDateTime, zone: string): string =>
  `${masterId}_${instanceSuffix(original, zone)}`;

/**
 * The instance of a series that an id names (`<master>_20261208T100000Z`), without changes; undefined if the series has
 * none there.
 */
export function instanceOf(calendar: Calendar, id: string): EventResource | undefined {
  const match = /^(.+)_(\d{8})(T\d{6}Z)?$/.exec(id);
  const master = match ? calendar.events.get(match[1]!)?.resource : undefined;
  if (!match || !master?.recurrence || master.status === 'cancelled') return undefined;
  const isAllDay = match[3] === undefined;
  const iso = id
    .slice(match[1]!.length + 1)
    .replace(/^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)Z)?$/, '$1-$2-$3T$5:$6:$7Z');
  const from = new Date(isAllDay ? `${iso.slice(0, 10)}T00:00:00Z` : iso).getTime();
  if (Number.isNaN(from) || isAllDay !== (master.start?.date !== undefined)) return undefined;
  return startsAt(calendar, master, from) ? instanceAt(calendar, master, from) : undefined;
}

/** The unchanged instance of a series that starts at an instant. */
function instanceAt(calendar: Calendar, master: EventResource, startMs: number): EventResource {
  const { recurrence: _rules, ...plain } = master;
  const isAllDay = master.start?.date !== undefined;
  const length = startOf(master.end, calendar.timeZone)! - startOf(master.start, calendar.timeZone)!;
  const timeAt = (ms: number, like: EventDateTime | undefined): EventDateTime =>
    isAllDay
      ? { date: toIso(ms).slice(0, 10) }
      : { dateTime: toIso(ms), timeZone: like?.timeZone ?? calendar.timeZone };
  const start = timeAt(startMs, master.start);
  const id = instanceId(master.id, start, calendar.timeZone);
  const place = { recurringEventId: master.id, originalStartTime: start };
  return { ...plain, id, ...place, start, end: timeAt(startMs + length, master.end) };
}

/** How many instances of a series are listed at most. */
const maxInstances = 2500;

/** Instances of a series that overlap bounds (epoch ms), changed and deleted ones as they are stored. */
export function instancesIn(
  calendar: Calendar,
  { resource: master, changed }: StoredEvent,
  bounds: { start: number; end: number },
): StoredEvent[] {
  const zone = calendar.timeZone;
  const series = seriesOf(master, zone);
  const stored = [...calendar.events.values()].filter(({ resource }) => resource.recurringEventId === master.id);
  const own = new Set(stored.map(({ resource }) => resource.id));
  const found = series ? expand(series, bounds, { floatingZone: zone, limit: maxInstances }) : [];
  const plain = found.map(({ startMs }) => ({ resource: instanceAt(calendar, master, startMs), changed }));
  const isWithin = ({ resource }: StoredEvent) =>
    startOf(resource.start ?? resource.originalStartTime, zone)! < bounds.end &&
    startOf(resource.end ?? resource.originalStartTime, zone)! > bounds.start;
  return [...plain.filter(({ resource }) => !own.has(resource.id)), ...stored.filter(isWithin)];
}
