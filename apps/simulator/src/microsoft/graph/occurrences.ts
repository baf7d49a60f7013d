import { expand, isUtc, parseCalendarObject, toInstant, toLocal, utcMidnight } from '@kalends/icalendar';
import type { PatternedRecurrence } from '@microsoft/microsoft-graph-types';
import type { MicrosoftCalendar, StoredEvent, WrittenTime } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { zoneOf } from './preferences.js';

/** An event, an exception or an occurrence at its own time. */
export interface Item {
  id: string;
  type: 'singleInstance' | 'seriesMaster' | 'exception' | 'occurrence';
  /** What its members are read from: an occurrence has those of its series. */
  event: StoredEvent;
  start: WrittenTime;
  end: WrittenTime;
  /** Of an exception or occurrence: its series and the date on which the series has it. */
  of?: { master: StoredEvent; date: string };
}

export interface Bounds {
  /** Epoch ms. */
  start: number;
  end: number;
}

const dayMs = 86_400_000;
const indexes = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };

/** The instant of a time, epoch ms; of a day its UTC midnight. */
export const instantOf = ({ dateTime, timeZone }: WrittenTime, isAllDay: boolean): number =>
  isAllDay ? utcMidnight(dateTime.slice(0, 10)) : toInstant(zoneOf(timeZone), dateTime);

const byDay = (days: readonly string[] = []) => `BYDAY=${days.map((day) => day.slice(0, 2).toUpperCase()).join()}`;

/** The day of a month, or the last one of a month that is shorter, as Outlook has it. */
function byMonthDay(day: number): string[] {
  if (day <= 28) return [`BYMONTHDAY=${day}`];
  const days = [28, 29, 30, 31].filter((one) => one <= day);
  return [`BYMONTHDAY=${days.join()}`, 'BYSETPOS=-1'];
}

/** The RRULE (RFC 5545 §3.3.10) of a recurrence. */
export function ruleOf({ pattern, range }: PatternedRecurrence): string {
  const { type, interval = 1, month = 0, dayOfMonth = 0, daysOfWeek = [], firstDayOfWeek, index } = pattern!;
  const position = `BYSETPOS=${indexes[index ?? 'first']}`;
  const week = `WKST=${(firstDayOfWeek ?? 'sunday').slice(0, 2).toUpperCase()}`;
  const parts = {
    daily: ['FREQ=DAILY'],
    weekly: ['FREQ=WEEKLY', byDay(daysOfWeek ?? []), week],
    absoluteMonthly: ['FREQ=MONTHLY', ...byMonthDay(dayOfMonth)],
    relativeMonthly: ['FREQ=MONTHLY', byDay(daysOfWeek ?? []), position],
    absoluteYearly: ['FREQ=YEARLY', `BYMONTH=${month}`, ...byMonthDay(dayOfMonth)],
    relativeYearly: ['FREQ=YEARLY', `BYMONTH=${month}`, byDay(daysOfWeek ?? []), position],
  }[type!];
  const last = range!.endDate?.replaceAll('-', '');
  const end = { endDate: [`UNTIL=${last}T235959`], numbered: [`COUNT=${range!.numberOfOccurrences}`], noEnd: [] };
  return [...parts, `INTERVAL=${interval}`, ...end[range!.type!]].join(';');
}

function seriesOf(master: StoredEvent) {
  const at = ({ dateTime, timeZone }: WrittenTime) => {
    const basic = dateTime.replace(/[-:]/g, '');
    if (master.fields.isAllDay) return `;VALUE=DATE:${basic.slice(0, 8)}`;
    const zone = zoneOf(timeZone);
    return isUtc(zone) ? `:${basic}Z` : `;TZID=${zone}:${basic}`;
  };
  const rule = ruleOf(master.recurrence!);
  const isDay = master.fields.isAllDay === true;
  const lines = [
    `DTSTART${at(master.start)}`,
    `DTEND${at(master.end)}`,
    `RRULE:${isDay ? rule.replace('T235959', '') : isUtc(zoneOf(master.start.timeZone)) ? rule.replace('T235959', 'T235959Z') : rule}`,
  ];
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:simulator', 'BEGIN:VEVENT', 'UID:series'];
  const parsed = parseCalendarObject([...head, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'));
  return parsed.ok ? parsed.series[0] : undefined;
}

export const occurrenceId = (masterId: string, date: string) => `${masterId}_${date.replaceAll('-', '')}`;

/** The occurrences that a series' rule has within bounds, before exceptions; at most 5,000. */
function ofRule(master: StoredEvent, bounds: Bounds): Item[] {
  const series = seriesOf(master);
  if (!series) return [];
  const isDay = master.fields.isAllDay === true;
  const at = (ms: number, { timeZone }: WrittenTime): WrittenTime => ({
    dateTime: toLocal(isDay ? 'UTC' : zoneOf(timeZone), ms),
    timeZone,
  });
  return expand(series, bounds, { floatingZone: 'UTC', limit: 5000 }).map(({ startMs, endMs }) => {
    const start = at(startMs, master.start);
    const date = start.dateTime.slice(0, 10);
    const id = occurrenceId(master.id, date);
    return { id, type: 'occurrence', event: master, start, end: at(endMs, master.end), of: { master, date } };
  });
}

export const itemOf = (calendar: MicrosoftCalendar, event: StoredEvent): Item => {
  const { id, start, end, exception, recurrence } = event;
  const master = exception && calendar.events.get(exception.masterId);
  if (master) return { id, type: 'exception', event, start, end, of: { master, date: exception.date } };
  return { id, type: recurrence ? 'seriesMaster' : 'singleInstance', event, start, end };
};

const startMs = ({ start, event }: Item) => instantOf(start, event.fields.isAllDay === true);
const endMs = ({ end, event }: Item) => instantOf(end, event.fields.isAllDay === true);

/** Whether an item overlaps bounds; one without length counts if it starts there. */
export const isWithin = (item: Item, { start, end }: Bounds): boolean =>
  startMs(item) < end && (endMs(item) > start || startMs(item) === start);

/** Occurrences and exceptions of a series within bounds, in the order of their starts. */
export function instancesOf(
  store: MicrosoftStore,
  { calendar, master }: { calendar: MicrosoftCalendar; master: StoredEvent },
  bounds: Bounds,
): Item[] {
  const exceptions = store.exceptionsOf(calendar, master.id).map((one) => itemOf(calendar, one));
  const own = new Set(exceptions.map(({ id }) => id));
  const plain = ofRule(master, bounds).filter(({ id, of }) => !own.has(id) && !master.cancelled.has(of!.date));
  const all = [...plain, ...exceptions.filter((one) => isWithin(one, bounds))];
  return all.sort((a, b) => startMs(a) - startMs(b));
}

/** Everything that takes place within bounds, series expanded, in the order of starts. */
export function viewOf(store: MicrosoftStore, calendar: MicrosoftCalendar, bounds: Bounds): Item[] {
  const items = [...calendar.events.values()].flatMap((event) => {
    if (event.exception) return [];
    if (event.recurrence) return instancesOf(store, { calendar, master: event }, bounds);
    return [itemOf(calendar, event)].filter((item) => isWithin(item, bounds));
  });
  return items.sort((a, b) => startMs(a) - startMs(b));
}

/** The event, exception or occurrence of an id. */
export function findItem(store: MicrosoftStore, calendar: MicrosoftCalendar, id: string): Item | undefined {
  const stored = calendar.events.get(id);
  if (stored) return itemOf(calendar, stored);
  const [, masterId, year, month, day] = /^(.+)_(\d{4})(\d\d)(\d\d)$/.exec(id) ?? [];
  const master = masterId === undefined ? undefined : calendar.events.get(masterId);
  if (!master?.recurrence) return undefined;
  const around = utcMidnight(`${year}-${month}-${day}`);
  const found = instancesOf(store, { calendar, master }, { start: around - dayMs, end: around + 2 * dayMs });
  return found.find((item) => item.id === id);
}

/** Whether a new start leaves an occurrence between its neighbours, as Outlook demands. */
export function staysBetween(
  store: MicrosoftStore,
  calendar: MicrosoftCalendar,
  moved: { item: Item; to: WrittenTime },
): boolean {
  const { item, to } = moved;
  const master = item.of!.master;
  const date = utcMidnight(item.of!.date);
  const bounds = { start: date - 400 * dayMs, end: date + 400 * dayMs };
  const others = instancesOf(store, { calendar, master }, bounds).filter(({ id }) => id !== item.id);
  const day = to.dateTime.slice(0, 10);
  const before = others.filter(({ of }) => of!.date < item.of!.date).at(-1);
  const after = others.find(({ of }) => of!.date > item.of!.date);
  return !(
    (before && day <= before.start.dateTime.slice(0, 10)) ||
    (after && day >= after.start.dateTime.slice(0, 10))
  );
}
