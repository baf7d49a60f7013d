import { EpochMs, EventComponent, EventSeries, EventTime, Recurrence } from '../model.js';
import { parseCalendarObject } from '../parse/parse-calendar-object.js';
import { originalStart, viewOf, wallOfInstant } from '../recurrence/series-view.js';
import { parseLine } from '../text/content-lines.js';
import { ComponentNode, childrenOf, lineOf, parseTree, printTree, replaceLines } from '../text/tree.js';
import { DAY, dateString, wallString } from '../time/civil.js';
import { toIso } from '../time/instants.js';
import { isAllDay, wallOfTime } from '../zones/event-time.js';
import { patchAttendees, patchReminders } from './patch-parts.js';
import { addTimezones } from './create.js';
import { timeParams, timeValue, utcValue } from './format.js';
import { PROPERTIES, ScheduleAgent, recurrenceLines, timeLines } from './properties.js';

/** Absent: unchanged. `null`: removed. `recurrence` replaces RRULE, RDATE and EXDATE together. */
export type EventChange = { [K in keyof EventComponent]?: EventComponent[K] | null } & {
  recurrence?: Recurrence | null;
};

export interface PatchOptions {
  /** For DTSTAMP and LAST-MODIFIED. */
  now: EpochMs;
  scheduleAgent?: ScheduleAgent;
}

/**
 * Changes the master of `uid` in an existing calendar object and leaves everything else as it is: properties and
 * parameters nobody knows, alarms, overrides, VTIMEZONEs, other UIDs. Members that already have the value asked for
 * stay untouched; if nothing changes, the text comes back as it was. A change of start, end or recurrence raises
 * SEQUENCE; a moved start of a series moves its EXDATEs, RDATEs and RECURRENCE-IDs with it. Throws RangeError if the
 * text is no calendar object or has no such master.
 */
export function patchCalendarObject(existing: string, uid: string, change: EventChange, options: PatchOptions): string {
  const calendar = parseTree(existing)?.find((node) => node.name === 'VCALENDAR');
  const parsed = parseCalendarObject(existing);
  const series = parsed.ok ? parsed.series.find((one) => one.uid === uid) : undefined;
  const vevents = calendar ? childrenOf(calendar, 'VEVENT').filter((node) => uidOf(node) === uid) : [];
  const vevent = vevents.findLast((node) => lineOf(node, 'RECURRENCE-ID') === undefined);
  if (!calendar || !series?.master || !vevent) throw new RangeError(`no event ${uid} in this calendar object`);
  const wanted = effective(series, change);
  if (Object.keys(wanted).length === 0) return existing;
  applyProperties(vevent, wanted);
  const next = applyTimes(series, series.master, vevents, vevent, wanted);
  if (wanted.attendees !== undefined) patchAttendees(vevent, wanted.attendees ?? [], options.scheduleAgent);
  if (wanted.reminders !== undefined) patchReminders(vevent, wanted.reminders ?? [], next.master!.summary);
  stamp(vevent, series.master, wanted, options.now);
  addTimezones(calendar, next);
  return printTree(calendar);
}

function uidOf(vevent: ComponentNode): string | undefined {
  const line = lineOf(vevent, 'UID');
  const value = line === undefined ? undefined : parseLine(line)?.value;
  return value?.trim().replace(/\\([\\;,])/g, '$1');
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The members of a change that differ from what the object says. */
function effective(series: EventSeries, change: EventChange): EventChange {
  const current: Record<string, unknown> = { ...series.master, recurrence: series.recurrence };
  const entries = Object.entries(change).filter(
    ([key, value]) =>
      value !== undefined && key !== 'updated' && !same(value, current[key]) && !isEmpty(value, current[key]),
  );
  return Object.fromEntries(entries) as EventChange;
}

/** An empty list or text asked for where there is none. */
const isEmpty = (value: unknown, current: unknown): boolean =>
  current === undefined && (value === '' || value === false || (Array.isArray(value) && value.length === 0));

function applyProperties(vevent: ComponentNode, wanted: EventChange): void {
  for (const { key, names, lines } of PROPERTIES) {
    if (wanted[key] === undefined || key === 'sequence') continue;
    replaceLines(vevent, names, lines(wanted));
  }
}

const changesTime = (wanted: EventChange): boolean =>
  wanted.start !== undefined || wanted.end !== undefined || wanted.recurrence !== undefined;

/** DTSTART, DTEND and the recurrence; returns the series as it then is. */
function applyTimes(
  series: EventSeries,
  master: EventComponent,
  vevents: ComponentNode[],
  vevent: ComponentNode,
  wanted: EventChange,
): EventSeries {
  const start = wanted.start ?? master.start;
  const end = wanted.end ?? (wanted.start ? movedEnd(series, master, wanted.start) : master.end);
  const summary = wanted.summary ?? master.summary;
  const next: EventSeries = { ...series, master: { ...master, summary, start, end } };
  if (wanted.start || wanted.end) replaceLines(vevent, ['DTSTART', 'DTEND', 'DURATION'], timeLines(start, end));
  if (wanted.start) moveSeries(series, master, vevents, vevent, wanted.start, next);
  if (wanted.recurrence !== undefined) {
    next.recurrence = wanted.recurrence ?? undefined;
    replaceLines(vevent, ['RRULE', 'RDATE', 'EXDATE'], wanted.recurrence ? recurrenceLines(wanted.recurrence) : []);
  }
  return next;
}

/** A new start alone keeps the length. */
function movedEnd(series: EventSeries, master: EventComponent, start: EventTime): EventTime {
  return mover(series, master, start)(master.end);
}

/** Moves a time of the series as far as the start moved by the clock, into the new start's zone and kind. */
function mover(series: EventSeries, master: EventComponent, start: EventTime): (time: EventTime) => EventTime {
  const view = viewOf(series, master, 'Etc/UTC');
  const delta = wallOfTime(start) - view.startWall;
  return (time) => {
    const wall = wallOfInstant(view, originalStart(view, time)) + delta;
    return isAllDay(start)
      ? { date: dateString(Math.floor(wall / DAY)) }
      : { local: wallString(wall), tzid: start.tzid };
  };
}

function moveSeries(
  series: EventSeries,
  master: EventComponent,
  vevents: ComponentNode[],
  vevent: ComponentNode,
  start: EventTime,
  next: EventSeries,
): void {
  const move = mover(series, master, start);
  if (series.recurrence) {
    const { rrules, rdates, exdates } = series.recurrence;
    const moved = rdates.map((r) => ({ start: move(r.start), ...(r.end && { end: move(r.end) }) }));
    next.recurrence = { rrules, rdates: moved, exdates: exdates.map(move) };
    const lines = recurrenceLines({ ...next.recurrence, rrules: [] });
    replaceLines(vevent, ['RDATE', 'EXDATE'], lines);
  }
  const overrides = vevents.filter((node) => node !== vevent && lineOf(node, 'RECURRENCE-ID') !== undefined);
  for (const [i, node] of overrides.entries()) {
    const override = series.overrides[i];
    if (!override || overrides.length !== series.overrides.length) break;
    const id = move(override.recurrence_id);
    const range = override.range ? `;RANGE=${override.range}` : '';
    replaceLines(node, ['RECURRENCE-ID'], [`RECURRENCE-ID${range}${timeParams(id)}:${timeValue(id)}`]);
  }
}

function stamp(vevent: ComponentNode, master: EventComponent, wanted: EventChange, now: EpochMs): void {
  const at = utcValue(toIso(now));
  replaceLines(vevent, ['DTSTAMP'], [`DTSTAMP:${at}`]);
  replaceLines(vevent, ['LAST-MODIFIED'], [`LAST-MODIFIED:${at}`]);
  const sequence = wanted.sequence ?? (changesTime(wanted) ? (master.sequence ?? 0) + 1 : undefined);
  if (sequence !== undefined) replaceLines(vevent, ['SEQUENCE'], [`SEQUENCE:${sequence}`]);
}
