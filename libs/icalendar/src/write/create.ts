import { EmbeddedZone, EpochMs, EventComponent, EventSeries, EventTime, Override, Recurrence } from '../model.js';
import { recurrenceBounds } from '../recurrence/bounds.js';
import { mergeOverride, placeOverrides } from '../recurrence/overrides.js';
import { viewOf } from '../recurrence/series-view.js';
import { endAfter } from '../parse/line-times.js';
import { ComponentNode, childrenOf, lineOf, printTree } from '../text/tree.js';
import { toIso } from '../time/instants.js';
import { isAllDay } from '../zones/event-time.js';
import { escapeText, rawValue, timeParams, timeValue, utcValue } from './format.js';
import { PROPERTIES, ScheduleAgent, alarmItems, attendeeLine, recurrenceLines, timeLines } from './properties.js';
import { Scheduling, schedulingLines } from './scheduling.js';
import { vtimezoneFor } from './vtimezone.js';

export interface WriteOptions {
  /** For DTSTAMP and LAST-MODIFIED. */
  now: EpochMs;
  prodid?: string;
  /** iTIP method (RFC 5546); absent in a stored calendar object. */
  method?: string;
  recurrence?: Recurrence;
  overrides?: Override[];
  /** Zones unknown to IANA, by TZID. */
  zones?: Record<string, EmbeddedZone>;
  scheduleAgent?: ScheduleAgent;
  /** For an iTIP message. */
  scheduling?: Scheduling;
}

const PRODID = '-//Kalends//Kalends//EN';

/**
 * A calendar object (RFC 5545 §3.4, RFC 4791 §4.1) of one event: CRLF, folded, with a VTIMEZONE for each TZID.
 * LAST-MODIFIED and DTSTAMP are `now`; CREATED is `event.created` or `now`.
 */
export function createCalendarObject(uid: string, event: EventComponent, options: WriteOptions): string {
  const { recurrence, overrides = [], zones } = options;
  const series = { uid, master: event, recurrence, overrides, zones };
  const calendar = emptyCalendar(options);
  calendar.items.push(veventNode(event, { uid, placing: recurrence ? recurrenceLines(recurrence) : [] }, options));
  for (const override of overrides) calendar.items.push(overrideNode(series, override, options));
  addTimezones(calendar, series);
  return printTree(calendar);
}

function emptyCalendar({ prodid = PRODID, method }: WriteOptions): ComponentNode {
  const items = ['VERSION:2.0', `PRODID:${escapeText(prodid)}`, 'CALSCALE:GREGORIAN'];
  if (method !== undefined) items.push(`METHOD:${rawValue(method)}`);
  return { name: 'VCALENDAR', items };
}

/** Several events whose times are in UTC, as one file: each is a calendar object of its own (RFC 5545 §3.4). */
export function createCalendarFile(
  events: readonly { uid: string; event: EventComponent }[],
  options: Pick<WriteOptions, 'now' | 'method'>,
): string {
  const calendar = emptyCalendar(options);
  calendar.items.push(...events.map(({ uid, event }) => veventNode(event, { uid, placing: [] }, options)));
  return printTree(calendar);
}

/** The position of a VEVENT in its series: the UID, and the lines of the recurrence or the RECURRENCE-ID. */
interface Place {
  uid: string;
  placing: string[];
}

function veventNode(event: EventComponent, { uid, placing }: Place, options: WriteOptions): ComponentNode {
  const { scheduling } = options;
  const created = event.created ?? toIso(options.now);
  const values = { ...event, created, ...(scheduling && withStatus(event, scheduling)) };
  return {
    name: 'VEVENT',
    items: [
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${utcValue(toIso(options.now))}`,
      ...timeLines(event.start, event.end, event.duration),
      ...placing,
      ...PROPERTIES.flatMap(({ lines }) => lines(values)),
      `LAST-MODIFIED:${utcValue(toIso(options.now))}`,
      ...(values.attendees ?? []).map((attendee) => attendeeLine(attendee, options.scheduleAgent)),
      ...(scheduling ? schedulingLines(scheduling) : []),
      ...(event.reminders ?? []).map((n) => ({ name: 'VALARM', items: alarmItems(n, event.summary) })),
    ],
  };
}

const withStatus = (event: EventComponent, { status }: Scheduling) => ({
  organizer: null,
  attendees: null,
  status: status === undefined ? event.status : status,
});

function overrideNode(
  series: EventSeries & { master: EventComponent },
  override: Override,
  options: WriteOptions,
): ComponentNode {
  const { uid, master } = series;
  const view = viewOf({ ...series, overrides: [override] }, master, { floatingZone: 'Etc/UTC' });
  const { start, end } = placeOverrides(view)[0]!.component;
  const { duration, ...merged } = mergeOverride(master, override);
  const lasts = duration !== undefined && JSON.stringify(endAfter(start, duration)) === JSON.stringify(end);
  const component = { ...merged, start, end, ...(lasts && { duration }) };
  const id = override.recurrence_id;
  const range = override.range ? `;RANGE=${override.range}` : '';
  const line = `RECURRENCE-ID${range}${timeParams(id)}:${timeValue(id)}`;
  return veventNode(component, { uid, placing: [line] }, options);
}

/** Every TZID in the series' times. */
function tzidsOf(series: EventSeries): Set<string> {
  const out = new Set<string>();
  const add = (time: EventTime | null | undefined) => {
    if (time && !isAllDay(time) && time.tzid !== null && time.tzid !== 'Etc/UTC') out.add(time.tzid);
  };
  const { master, recurrence, overrides } = series;
  for (const time of [master?.start, master?.end, ...(recurrence?.exdates ?? [])]) add(time);
  for (const { start, end } of recurrence?.rdates ?? []) [start, end].forEach(add);
  for (const { recurrence_id, change } of overrides) [recurrence_id, change.start, change.end].forEach(add);
  return out;
}

/** Adds a VTIMEZONE for each TZID that the object uses and does not define, before the first component. */
export function addTimezones(calendar: ComponentNode, series: EventSeries): void {
  const defined = new Set(
    childrenOf(calendar, 'VTIMEZONE').map((node) => lineOf(node, 'TZID')?.slice('TZID:'.length).trim()),
  );
  const { firstMs, lastMs } = recurrenceBounds(series, { floatingZone: 'Etc/UTC' });
  const span = { start: firstMs, end: lastMs ?? Infinity };
  const missing = [...tzidsOf(series)].filter((tzid) => !defined.has(tzid));
  const nodes = missing.flatMap((tzid) => vtimezoneFor(tzid, span, series.zones) ?? []);
  const at = calendar.items.findIndex((item) => typeof item !== 'string');
  calendar.items.splice(at < 0 ? calendar.items.length : at, 0, ...nodes);
}
