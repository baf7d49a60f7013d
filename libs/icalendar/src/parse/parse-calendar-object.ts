import { EventSeries, Truncated } from '../model.js';
import { recurrenceBounds } from '../recurrence/bounds.js';
import { withLastDay } from '../recurrence/last-day.js';
import { isUtc } from '../zones/convert.js';
import { isAllDay, wallOfTime, zoneFor } from '../zones/event-time.js';
import { ianaTable } from '../zones/iana.js';
import { resolveTimeZone } from '../zones/resolve.js';
import { ZoneTable } from '../zones/table.js';
import { Reading } from './component.js';
import { JCalComponent, ParseRefusal, readCalendar, textOf } from './jcal.js';
import { seriesOf } from './series.js';
import { COMPARED_UNTIL, ZoneDefinition, clipZone, definitionsOf, fixedDefinition, plainTzid } from './timezones.js';

export type ParsedCalendarObject =
  { ok: true; series: EventSeries[]; method?: string; prodid?: string } | { ok: false; reason: ParseRefusal };

/**
 * Reads a calendar object (RFC 5545 §3.4, RFC 4791 §4.1): its VEVENTs grouped by UID, each group one series with its
 * overrides as differences from the master. TZIDs become IANA names: a known IANA or Windows name means that zone, even
 * if the object's own VTIMEZONE differs (docs/reference/time-zones.md). A TZID without such a name is defined by its
 * VTIMEZONE, and added to `zones` under the TZID as written, unless X-LIC-LOCATION names a zone that agrees. A TZID
 * without any definition is floating. What exceeds the bounds of an object is left out, and `truncated` reports it. Never
 * throws; unreadable input is refused.
 */
export function parseCalendarObject(text: string): ParsedCalendarObject {
  const read = readCalendar(text);
  if (!read.ok) return read;
  try {
    const parsed = interpret(read.calendars, read.timezones, read.truncated);
    // a text that is not a calendar must not pass for one without events
    return !parsed.ok && read.repaired ? { ok: false, reason: 'malformed' } : parsed;
  } catch {
    return { ok: false, reason: 'malformed' };
  }
}

function interpret(calendars: JCalComponent[], timezones: string[], truncated: Set<Truncated>): ParsedCalendarObject {
  const vevents = calendars.flatMap((c) => (c[0] === 'vevent' ? [c] : c[2].filter((sub) => sub[0] === 'vevent')));
  const groups = byUid(vevents);
  if (groups.size === 0) return { ok: false, reason: 'no-event' };
  const isEarly = vevents.some((vevent) => (textOf(vevent, 'dtstart') ?? '9') < '1970');
  const { definitions, isWhole } = definitionsOf(timezones, isEarly);
  if (!isWhole) truncated.add('time_zones');
  const series: EventSeries[] = [];
  for (const [uid, group] of groups) {
    const one = endingInZone(tryReading(uid, group, definitions), definitions);
    if (one) series.push(truncated.size === 0 ? one : { ...one, truncated: [...truncated] });
  }
  if (series.length === 0) return { ok: false, reason: 'no-event' };
  const calendar = calendars.find((c) => c[0] === 'vcalendar');
  const method = calendar && textOf(calendar, 'method')?.toUpperCase();
  const prodid = calendar && textOf(calendar, 'prodid');
  return { ok: true, series, ...(method !== undefined && { method }), ...(prodid !== undefined && { prodid }) };
}

function byUid(vevents: JCalComponent[]): Map<string, JCalComponent[]> {
  const groups = new Map<string, JCalComponent[]>();
  for (const vevent of vevents) {
    const uid = textOf(vevent, 'uid')?.trim() || derivedUid(vevent);
    const group = groups.get(uid);
    if (group) group.push(vevent);
    else groups.set(uid, [vevent]);
  }
  return groups;
}

/** Blanks, control characters, unpaired surrogates and the slash. */
const UNSAFE = /[^\u0021-\u002e\u0030-\u007e\u00a0-\ud7ff\ue000-\uffff]/g;

/** UID of an event that has none: the same for the same start, summary and organizer. */
function derivedUid(vevent: JCalComponent): string {
  const named = ['dtstart', 'summary', 'organizer'].map((name) => textOf(vevent, name)?.slice(0, 200) ?? '');
  return `no-uid/${named.map((part) => part.replace(UNSAFE, '_')).join('/')}`;
}

/** An unreadable event does not prevent reading the others of its calendar. */
function tryReading(...args: Parameters<typeof readGroup>): EventSeries | null {
  try {
    return readGroup(...args);
  } catch {
    return null;
  }
}

/** The one zone, beside UTC, that the exceptions of an all-day series name, or else that its object defines; `null` if there are more. */
function zoneOfObject(series: EventSeries, definitions: Map<string, ZoneDefinition>): ZoneTable | null {
  const times = [...series.overrides.map(({ recurrence_id }) => recurrence_id), ...(series.recurrence?.exdates ?? [])];
  const names = new Set(times.flatMap((time) => (isAllDay(time) || time.tzid === null ? [] : time.tzid)));
  names.delete('Etc/UTC');
  const [tzid, other] = names;
  if (tzid !== undefined) return other === undefined ? zoneFor(tzid, { ...series, floatingZone: 'Etc/UTC' }) : null;
  const [defined, another] = [...definitions.values()].filter(({ iana }) => iana === null || !isUtc(iana));
  if (!defined || another) return null;
  return (defined.iana === null ? null : ianaTable(defined.iana)) ?? defined.table;
}

/** An all-day series whose UNTIL is in UTC ends on a day of the zone of its object, if that is known. */
function endingInZone(series: EventSeries | null, definitions: Map<string, ZoneDefinition>): EventSeries | null {
  if (!series?.master || !series.recurrence || !isAllDay(series.master.start)) return series;
  const table = zoneOfObject(series, definitions);
  if (!table) return series;
  const days = { table, start: wallOfTime(series.master.start) };
  const rrules = series.recurrence.rrules.map((rule) => withLastDay(rule, days));
  return { ...series, recurrence: { ...series.recurrence, rrules } };
}

/** Reads with IANA zones; and again, with the object's own zones, if those differ in the event's years. */
function readGroup(
  uid: string,
  vevents: JCalComponent[],
  definitions: Map<string, ZoneDefinition>,
): EventSeries | null {
  const first = readWith(uid, vevents, { definitions, own: new Set() });
  if (!first.series) return null;
  const { firstMs, lastMs } = recurrenceBounds(first.series, { floatingZone: 'Etc/UTC' });
  const until = Math.max(firstMs, Math.min(lastMs ?? Infinity, COMPARED_UNTIL));
  const own = new Set<string>();
  for (const tzid of first.used) {
    const definition = definitions.get(tzid) ?? fixedDefinition(tzid);
    if (!definition) continue;
    definitions.set(tzid, definition);
    const differs =
      !definition.named && definition.contradictions.some((span) => span.start <= until && span.end > firstMs);
    if (definition.iana === null || differs) own.add(tzid);
  }
  if (own.size === 0) return first.series;
  const { series } = readWith(uid, vevents, { definitions, own });
  if (series?.zones) {
    const bounds = recurrenceBounds(series, { floatingZone: 'Etc/UTC' });
    const span = { start: bounds.firstMs, end: bounds.lastMs ?? Infinity };
    series.zones = Object.fromEntries([...own].map((tzid) => [tzid, clipZone(definitions.get(tzid)!, span)]));
  }
  return series;
}

/** The zones that an object defines, by TZID, and which of the definitions are used. */
interface ObjectZones {
  definitions: Map<string, ZoneDefinition>;
  own: Set<string>;
}

/** The series, and the TZIDs that it uses. */
function readWith(
  uid: string,
  vevents: JCalComponent[],
  { definitions, own }: ObjectZones,
): { series: EventSeries | null; used: Set<string> } {
  const used = new Set<string>();
  const zones = Object.fromEntries([...own].map((tzid) => [tzid, definitions.get(tzid)!.zone]));
  const resolve = (written: string | undefined): string | null => {
    if (written === undefined) return null;
    const tzid = plainTzid(written);
    used.add(tzid);
    if (own.has(tzid)) return tzid;
    const zone = definitions.get(tzid)?.iana ?? zoneNamed(tzid);
    return zone !== null && isUtc(zone) ? 'Etc/UTC' : zone;
  };
  const reading: Reading = { resolve, context: { zones, floatingZone: 'Etc/UTC' } };
  const series = seriesOf(uid, vevents, reading);
  if (series && own.size > 0) series.zones = zones;
  return { series, used };
}

const namedZones = new Map<string, string | null>();

function zoneNamed(tzid: string): string | null {
  let zone = namedZones.get(tzid);
  if (zone === undefined) {
    zone = resolveTimeZone(tzid);
    if (namedZones.size > 2000) namedZones.clear();
    namedZones.set(tzid, zone);
  }
  return zone;
}
