import { createHash } from 'node:crypto';
import {
  instantOf,
  ruleOf,
  timeAt,
  type EventComponent,
  type EventSeries,
  type EventTime,
  type Override,
  type Recurrence,
} from '@kalends/icalendar';
import { unreadableEvent, type RemoteEvent, type SkipReason } from '@kalends/provider-port/sync';
import { componentOf } from './read-event.js';
import { propertyOf, type GraphEvent } from './resources.js';
import { onDate, stampMs, timesOf, zoneOf } from './times.js';

/** A single event, or a series with what is different in it. */
export interface GraphSeries {
  master: GraphEvent;
  exceptions: GraphEvent[];
  /** Dates, in the series' zone, on which it does not take place. */
  cancelled: string[];
  /** Occurrences and exceptions, if the recurrence is none that an RRULE expresses. */
  instances?: GraphEvent[];
  /** Graph has more of it, which is unreadable. */
  isPartial?: boolean;
}

export const isSeries = ({ type, recurrence }: GraphEvent): boolean => type === 'seriesMaster' || recurrence != null;

/** The date of an occurrence's id, `OID.{id of the series}.{date}`. */
export const dateIn = (occurrenceId: string | null | undefined): string | undefined =>
  /\.(\d{4}-\d\d-\d\d)$/.exec(occurrenceId ?? '')?.[1];

/** The RRULE of a series; undefined if none has the same occurrences, or if its zone is unknown. */
export function rruleOf(master: GraphEvent, calendarZone: string): string | undefined {
  const { recurrence } = master;
  const times = timesOf(master, calendarZone);
  if (!recurrence || !times || (!master.isAllDay && zoneOf(master) === undefined)) return undefined;
  const { recurrenceTimeZone: _zone, ...range } = recurrence.range;
  const mapped = ruleOf({ pattern: recurrence.pattern, range } as Parameters<typeof ruleOf>[0], times.start);
  return mapped.ok ? mapped.value : undefined;
}

/** Whether a series must be read by its instances. */
export const needsInstances = (master: GraphEvent, calendarZone: string): boolean =>
  isSeries(master) && rruleOf(master, calendarZone) === undefined;

/** When the series had an exception before it was changed. */
export function originalOf(exception: GraphEvent, start: EventTime): EventTime | undefined {
  const date = dateIn(exception.occurrenceId);
  if (date !== undefined) return onDate(start, date);
  const at = stampMs(exception.originalStart);
  if (at === undefined) return undefined;
  return 'date' in start ? { date: exception.originalStart!.slice(0, 10) } : timeAt(start.tzid ?? 'Etc/UTC', at);
}

const ms = (time: EventTime) => instantOf(time, { floatingZone: 'Etc/UTC' });

/** Whether an exception takes place when the series has it: it then moves along with the series. */
const isInPlace = (original: EventTime, master: EventComponent, exception: EventComponent) =>
  ms(exception.start) === ms(original) && ms(exception.end) - ms(exception.start) === ms(master.end) - ms(master.start);

/** The members in which an exception differs from its series, and its own times if it was moved from the `original` one. */
function differences(master: EventComponent, exception: EventComponent, original: EventTime): Override['change'] {
  const [before, after] = [master, exception] as unknown as Record<string, unknown>[];
  const change = new Map<string, unknown>();
  const isMoved = !isInPlace(original, master, exception);
  for (const name of new Set([...Object.keys(before!), ...Object.keys(after!)])) {
    const isTime = name === 'start' || name === 'end';
    const isOther = isTime ? isMoved : JSON.stringify(before![name]) !== JSON.stringify(after![name]);
    if (isOther) change.set(name, after![name] ?? null);
  }
  return Object.fromEntries(change) as Override['change'];
}

/** An exception without the properties of its own: what they say of the series holds for it as well. */
export const plainly = (exception: GraphEvent, master: GraphEvent): GraphEvent => ({
  ...exception,
  ...(master.singleValueExtendedProperties
    ? { singleValueExtendedProperties: master.singleValueExtendedProperties }
    : {}),
});

/** Throws if an exception is unreadable: its series would be shown without it. */
function overridesOf({ master, exceptions }: GraphSeries, component: EventComponent, calendarZone: string) {
  return exceptions.map((exception): Override => {
    const recurrence_id = originalOf(exception, component.start);
    const changed = componentOf(plainly(exception, master), calendarZone);
    if (!recurrence_id || !changed) throw unreadableEvent();
    return { recurrence_id, change: differences(component, changed, recurrence_id) };
  });
}

/** The start of every instance as a date of its own, and the differences of those that differ. Throws if one is unreadable. */
function ofInstances({ master, instances = [] }: GraphSeries, component: EventComponent, calendarZone: string) {
  const found = instances.map((one) => {
    const changed = componentOf(plainly(one, master), calendarZone);
    if (!changed) throw unreadableEvent();
    return { one, changed };
  });
  const rdates = found.map(({ changed }) => ({ start: changed.start, end: changed.end }));
  const isThere = rdates.some(({ start }) => JSON.stringify(start) === JSON.stringify(component.start));
  const recurrence: Recurrence = { rrules: [], rdates, exdates: isThere ? [] : [component.start] };
  const overrides = found
    .filter(({ one }) => one.type === 'exception')
    .map(({ changed }): Override => ({
      recurrence_id: changed.start,
      change: differences(component, changed, changed.start),
    }));
  return { recurrence, overrides };
}

/** One version for a series and everything in it: exceptions may change without it. */
export function etagOf({ master, exceptions, cancelled, instances = [] }: GraphSeries): string {
  const own = master['@odata.etag'];
  if (exceptions.length + cancelled.length + instances.length === 0) return own;
  const parts = [...exceptions, ...instances].map((one) => `${one.id} ${one['@odata.etag']}`).sort();
  const digest = createHash('sha256')
    .update([...parts, ...[...cancelled].sort()].join('\n'))
    .digest('hex');
  return `${own}+${digest.slice(0, 16)}`;
}

/** The master's own ETag in a version of {@link etagOf}. */
export const masterEtag = (etag: string): string => etag.replace(/\+[0-9a-f]{16}$/, '');

/** An application's own UID, else the one that all copies of the event share. */
export const uidOf = (event: GraphEvent): string =>
  propertyOf(event, 'uid') ?? (event.uid || event.iCalUId || event.id);

/** The event in the model; `href` is Graph's immutable id of the master. Throws if an exception or instance is unreadable. */
export function remoteOf(read: GraphSeries, calendarZone: string): RemoteEvent | SkipReason {
  const { master, cancelled } = read;
  const component = componentOf(master, calendarZone);
  if (!component || read.isPartial) return 'unreadable';
  const event = (rest: Omit<EventSeries, 'uid' | 'master'>): RemoteEvent => ({
    href: master.id,
    etag: etagOf(read),
    series: { uid: uidOf(master), master: component, ...rest },
  });
  if (!isSeries(master)) return event({ overrides: [] });
  const rule = rruleOf(master, calendarZone);
  if (rule === undefined) return event(ofInstances(read, component, calendarZone));
  const exdates = cancelled.map((date) => onDate(component.start, date));
  const overrides = overridesOf(read, component, calendarZone);
  return event({ recurrence: { rrules: [rule], rdates: [], exdates }, overrides });
}
