import { EventComponent, EventSeries, EventTime, Override, Recurrence, RecurrenceDate } from '../model.js';
import { endAfter } from '../recurrence/overrides.js';
import { durationOf, nominalOf } from '../recurrence/series-view.js';
import { instantOf, isAllDay } from '../zones/event-time.js';
import { Reading, componentOf, timeOf } from './component.js';
import { JCalComponent, paramText, propertiesOf, propertyOf, textOf } from './jcal.js';
import { addDuration, eventTime, parseDuration } from './values.js';

/** The series of one UID from its VEVENTs; `null` if none of them has a readable start. */
export function seriesOf(uid: string, vevents: JCalComponent[], reading: Reading): EventSeries | null {
  const masterEvent = masterOf(vevents);
  const master = masterEvent ? componentOf(masterEvent, reading) : null;
  const instances = vevents.filter((vevent) => vevent !== masterEvent && propertyOf(vevent, 'recurrence-id'));
  const overrides = newestOf(instances, reading).flatMap((vevent) => overrideOf(vevent, master, reading) ?? []);
  if (!master && overrides.length === 0) return null;
  const recurrence = masterEvent && master ? recurrenceOf(masterEvent, reading) : undefined;
  return { uid, master, ...(recurrence && { recurrence }), overrides };
}

/**
 * The newest VEVENT without RECURRENCE-ID; if there is none, one that has a RECURRENCE-ID and recurs nevertheless:
 * Lotus Notes and Connect Daily write series this way.
 */
function masterOf(vevents: readonly JCalComponent[]): JCalComponent | undefined {
  const recurs = (vevent: JCalComponent) => propertyOf(vevent, 'rrule') ?? propertyOf(vevent, 'rdate');
  const masters = vevents.filter((vevent) => !propertyOf(vevent, 'recurrence-id'));
  const candidates = masters.length > 0 ? masters : vevents.filter(recurs);
  return candidates.reduce<JCalComponent | undefined>(
    (best, one) => (best && isNewer(best, one) ? best : one),
    undefined,
  );
}

/** Whether an event is newer than a later one of the file: by SEQUENCE, then DTSTAMP (RFC 5546 §2.1.5). */
function isNewer(one: JCalComponent, later: JCalComponent): boolean {
  const sequences = [one, later].map((vevent) => Number(textOf(vevent, 'sequence') ?? 0) || 0);
  if (sequences[0] !== sequences[1]) return sequences[0]! > sequences[1]!;
  return (textOf(one, 'dtstamp') ?? '') > (textOf(later, 'dtstamp') ?? '');
}

/** One VEVENT for each RECURRENCE-ID, the newest, in file order. */
function newestOf(instances: readonly JCalComponent[], reading: Reading): JCalComponent[] {
  const newest = new Map<string, JCalComponent>();
  for (const vevent of instances) {
    const id = timeOf(propertyOf(vevent, 'recurrence-id'), reading);
    const key = !id
      ? JSON.stringify(propertyOf(vevent, 'recurrence-id'))
      : isAllDay(id)
        ? id.date
        : String(instantOf(id, reading.context));
    const present = newest.get(key);
    if (!present || !isNewer(present, vevent)) newest.set(key, vevent);
  }
  return [...newest.values()];
}

function recurrenceOf(vevent: JCalComponent, reading: Reading): Recurrence | undefined {
  const rrules = propertiesOf(vevent, 'rrule').map((property) => String(property[3] ?? ''));
  const exrules = propertiesOf(vevent, 'exrule').map((property) => String(property[3] ?? ''));
  const rdates = propertiesOf(vevent, 'rdate').flatMap((property) => {
    const tzid = paramText(property, 'tzid');
    return property.slice(3).flatMap((value) => recurrenceDate(value, tzid, reading) ?? []);
  });
  const exdates = propertiesOf(vevent, 'exdate').flatMap((property) => {
    const tzid = paramText(property, 'tzid');
    return property.slice(3).flatMap((value) => eventTime(value, tzid, reading.resolve) ?? []);
  });
  if (rrules.length === 0 && rdates.length === 0 && exdates.length === 0) return undefined;
  return { rrules, ...(exrules.length > 0 && { exrules }), rdates, exdates };
}

function recurrenceDate(value: unknown, tzid: string | undefined, reading: Reading): RecurrenceDate | null {
  const [from, to] = Array.isArray(value) ? value : String(value).split('/');
  const start = eventTime(from, tzid, reading.resolve);
  if (!start) return null;
  if (to === undefined) return { start };
  const duration = parseDuration(to);
  const end = duration ? addDuration(start, duration, reading.context) : eventTime(to, tzid, reading.resolve);
  return end ? { start, end } : { start };
}

function overrideOf(vevent: JCalComponent, master: EventComponent | null, reading: Reading): Override | null {
  const property = propertyOf(vevent, 'recurrence-id');
  const recurrence_id = timeOf(property, reading);
  const component = property ? componentOf(vevent, reading) : null;
  if (!property || !recurrence_id || !component) return null;
  const onward = paramText(property, 'range')?.toUpperCase() === 'THISANDFUTURE';
  const change = master ? overrideChange({ recurrence_id, component }, master, reading) : component;
  return { recurrence_id, ...(onward && { range: 'THISANDFUTURE' as const }), change };
}

const TIMES = new Set(['start', 'end']);

/** An instance with its own VEVENT. */
interface Instance {
  recurrence_id: EventTime;
  component: EventComponent;
}

/**
 * What an instance differs in from its series' master. `start` is absent if the instance keeps its original time, `end` if it also keeps the
 * master's length.
 */
export function overrideChange(
  instance: Instance,
  master: EventComponent,
  reading: Pick<Reading, 'context'>,
): Override['change'] {
  const own = instance.component as unknown as Record<string, unknown>;
  const base = master as unknown as Record<string, unknown>;
  const change = new Map<string, unknown>();
  for (const key of new Set([...Object.keys(base), ...Object.keys(own)])) {
    if (TIMES.has(key)) continue;
    if (own[key] === undefined) change.set(key, null);
    else if (JSON.stringify(own[key]) !== JSON.stringify(base[key])) change.set(key, own[key]);
  }
  return { ...Object.fromEntries(change), ...timesChanged(instance, master, reading) };
}

function timesChanged(
  { recurrence_id, component }: Instance,
  master: EventComponent,
  { context }: Pick<Reading, 'context'>,
): Pick<Override['change'], 'start' | 'end'> {
  const { start, end } = component;
  const zoneOf = (time: EventTime) => (isAllDay(time) ? null : time.tzid);
  const sameKind = isAllDay(start) === isAllDay(master.start) && isAllDay(recurrence_id) === isAllDay(start);
  const unmoved =
    sameKind &&
    instantOf(start, context) === instantOf(recurrence_id, context) &&
    zoneOf(start) === zoneOf(master.start) &&
    zoneOf(end) === zoneOf(master.end);
  if (!unmoved) return { start, end };
  if (component.duration !== master.duration) return { end };
  const nominal = nominalOf(master);
  if (nominal) {
    const usual = addDuration(start, nominal, context);
    return instantOf(usual, context) === instantOf(end, context) ? {} : { end };
  }
  const length = durationOf(master.start, master.end, context);
  const usual = endAfter(start, length, context);
  return instantOf(usual, context) === instantOf(end, context) ? {} : { end };
}
