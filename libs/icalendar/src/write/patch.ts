import { Attendee, EpochMs, EventComponent, EventSeries, Recurrence } from '../model.js';
import { parseCalendarObject } from '../parse/parse-calendar-object.js';
import { parseLine } from '../text/content-lines.js';
import { ComponentNode, childrenOf, lineOf, parseTree, printTree, replaceLines } from '../text/tree.js';
import { toIso } from '../time/instants.js';
import { addOrganizer, patchAttendees, patchReminders } from './patch-parts.js';
import { changeSeries, mover } from './change-series.js';
import { addTimezones } from './create.js';
import { timeParams, timeValue, utcValue } from './format.js';
import { PROPERTIES, ScheduleAgents, recurrenceLines, timeLines } from './properties.js';

/** Absent: unchanged. `null`: removed. `recurrence` replaces RRULE, RDATE and EXDATE together. */
export type EventChange = { [K in keyof EventComponent]?: EventComponent[K] | null } & {
  recurrence?: Recurrence | null;
};

export interface PatchOptions {
  /** The UID of the event whose master is changed. */
  uid: string;
  /** For DTSTAMP and LAST-MODIFIED. */
  now: EpochMs;
  /** Of the attendees' lines if they are changed; absent: those that stay keep theirs, and new ones have none. */
  scheduleAgents?: ScheduleAgents;
  /** Own address of the organizer; added if attendees are changed and the event has no ORGANIZER (RFC 5545 §3.8.4.3). */
  organizer?: string;
}

/**
 * Changes the master of `uid` in an existing calendar object and leaves everything else as it is: unknown properties
 * and parameters, alarms, overrides, VTIMEZONEs, other UIDs. Members that already have the requested value stay
 * untouched; if nothing changes, the text is returned unchanged. A change of start, end or recurrence raises SEQUENCE;
 * EXDATEs, RDATEs and overrides follow according to {@link changeSeries}. Throws RangeError if the text is not a
 * calendar object or has no such master.
 */
export function patchCalendarObject(existing: string, change: EventChange, options: PatchOptions): string {
  const { uid, now } = options;
  const calendar = parseTree(existing)?.find((node) => node.name === 'VCALENDAR');
  const parsed = parseCalendarObject(existing);
  const series = parsed.ok ? parsed.series.find((one) => one.uid === uid) : undefined;
  const vevents = calendar ? childrenOf(calendar, 'VEVENT').filter((node) => uidOf(node) === uid) : [];
  const vevent = masterOf(vevents);
  if (!calendar || !series?.master || !vevent) throw new RangeError(`no event ${uid} in this calendar object`);
  const requested = effective(series, change);
  if (Object.keys(requested).length === 0) return existing;
  applyProperties(vevent, requested);
  const patched: Patched = { calendar, vevents, vevent, series, master: series.master };
  const next = applyTimes(patched, requested);
  applyPeople({ ...patched, present: series.master.attendees ?? [] }, requested, options);
  if (requested.reminders !== undefined) patchReminders(vevent, requested.reminders ?? [], next.master!.summary);
  stamp(patched, requested, now);
  addTimezones(calendar, next);
  return printTree(calendar);
}

/** The calendar object to change, and the series in it before the change. */
interface Patched {
  calendar: ComponentNode;
  /** Of the series. */
  vevents: ComponentNode[];
  /** That of the master. */
  vevent: ComponentNode;
  series: EventSeries;
  master: EventComponent;
}

export const masterOf = (vevents: ComponentNode[]) =>
  vevents.findLast((node) => lineOf(node, 'RECURRENCE-ID') === undefined);

export function uidOf(vevent: ComponentNode): string | undefined {
  const line = lineOf(vevent, 'UID');
  const value = line === undefined ? undefined : parseLine(line)?.value;
  return value?.trim().replace(/\\([\\;,])/g, '$1');
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The attendees of one component, and with the first the organizer of all. `present`: its attendees so far. */
export function applyPeople(
  { vevent, vevents, present }: Pick<Patched, 'vevent' | 'vevents'> & { present: Attendee[] },
  { attendees }: EventChange,
  { scheduleAgents = {}, organizer }: Pick<PatchOptions, 'scheduleAgents' | 'organizer'>,
): void {
  if (attendees === undefined) return;
  patchAttendees(vevent, { attendees: attendees ?? [], present, agents: scheduleAgents });
  if (organizer !== undefined && (attendees ?? []).length > 0) addOrganizer(vevents, organizer);
}

/** The members of a change that differ from the object. */
export function effective(series: Pick<EventSeries, 'master' | 'recurrence'>, change: EventChange): EventChange {
  const current: Record<string, unknown> = { ...series.master, recurrence: series.recurrence };
  const entries = Object.entries(change).filter(
    ([key, value]) =>
      value !== undefined &&
      key !== 'updated' &&
      key !== 'duration' &&
      key !== 'conference_pending' &&
      !same(value, current[key]) &&
      !isEmpty(value, current[key]),
  );
  return withConference(Object.fromEntries(entries), change, series.master);
}

/** URL and name of a conference are in one line, which is written with both. */
function withConference(requested: EventChange, change: EventChange, present: EventComponent | null): EventChange {
  if (requested.conference_url === undefined && requested.conference_name === undefined) return requested;
  const of = <Key extends 'conference_url' | 'conference_name'>(key: Key) =>
    change[key] === undefined ? (present?.[key] ?? null) : change[key];
  return { ...requested, conference_url: of('conference_url'), conference_name: of('conference_name') };
}

/** An empty list or text is requested and the object has none. */
const isEmpty = (value: unknown, current: unknown): boolean =>
  current === undefined && (value === '' || value === false || (Array.isArray(value) && value.length === 0));

export function applyProperties(vevent: ComponentNode, requested: EventChange): void {
  for (const { key, names, lines } of PROPERTIES) {
    if (requested[key] === undefined || key === 'sequence') continue;
    replaceLines(vevent, names, lines(requested));
  }
}

const changesTime = (requested: EventChange): boolean =>
  requested.start !== undefined || requested.end !== undefined || requested.recurrence !== undefined;

/** Writes DTSTART, DTEND and the recurrence; returns the resulting series. */
function applyTimes(patched: Patched, requested: EventChange): EventSeries {
  const { vevent, series, master } = patched;
  const start = requested.start ?? master.start;
  // a new start alone keeps the length
  const end = requested.end ?? (requested.start ? mover(series, master, requested.start)(master.end) : master.end);
  const timed = { ...master, summary: requested.summary ?? master.summary, start, end };
  const next = changeSeries(series, timed, requested.recurrence);
  if (requested.start || requested.end) replaceLines(vevent, ['DTSTART', 'DTEND', 'DURATION'], timeLines(start, end));
  if (requested.recurrence !== undefined) {
    replaceLines(
      vevent,
      ['RRULE', 'EXRULE', 'RDATE', 'EXDATE'],
      next.recurrence ? recurrenceLines(next.recurrence) : [],
    );
  } else if (requested.start && next.recurrence) {
    replaceLines(vevent, ['RDATE', 'EXDATE'], recurrenceLines({ ...next.recurrence, rrules: [], exrules: [] }));
  }
  if (requested.start || requested.recurrence !== undefined) moveOverrides(patched, timed, next);
  return next;
}

/** Updates RECURRENCE-IDs to the series with its new master; removes instances that it no longer has. */
function moveOverrides({ calendar, vevents, series }: Patched, master: EventComponent, next: EventSeries): void {
  const nodes = vevents.filter((node) => lineOf(node, 'RECURRENCE-ID') !== undefined);
  if (nodes.length !== series.overrides.length) return;
  const kept = new Set(next.overrides.map(({ recurrence_id }) => JSON.stringify(recurrence_id)));
  for (const [i, { recurrence_id: id, range }] of changeSeries(series, master).overrides.entries()) {
    const node = nodes[i]!;
    const line = `RECURRENCE-ID${range ? `;RANGE=${range}` : ''}${timeParams(id)}:${timeValue(id)}`;
    if (!kept.has(JSON.stringify(id))) calendar.items = calendar.items.filter((item) => item !== node);
    else if (!same(id, series.overrides[i]!.recurrence_id)) replaceLines(node, ['RECURRENCE-ID'], [line]);
  }
}

/** Marks a component as changed; a change of its times or its recurrence raises SEQUENCE. */
export function stamp(
  { vevent, master }: Pick<Patched, 'vevent' | 'master'>,
  requested: EventChange,
  now: EpochMs,
): void {
  const at = utcValue(toIso(now));
  replaceLines(vevent, ['DTSTAMP'], [`DTSTAMP:${at}`]);
  replaceLines(vevent, ['LAST-MODIFIED'], [`LAST-MODIFIED:${at}`]);
  const sequence = requested.sequence ?? (changesTime(requested) ? (master.sequence ?? 0) + 1 : undefined);
  if (sequence !== undefined) replaceLines(vevent, ['SEQUENCE'], [`SEQUENCE:${sequence}`]);
}
