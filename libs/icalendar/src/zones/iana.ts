import { tzlib_get_timezones } from 'timezones-ical-library';
import { EpochMs, Period } from '../model.js';
import { DAY, SECOND, dayNumber } from '../time/civil.js';
import { ZoneTable, tableOffsetAt, zoneTable } from './table.js';

/** The years that a table covers first, and those of a second table that is built on demand. */
const DEFAULT_SPAN = { start: dayNumber(1970, 1, 1) * DAY, end: dayNumber(2051, 1, 1) * DAY };
const WIDE_SPAN = { start: dayNumber(1900, 1, 1) * DAY, end: dayNumber(2100, 1, 1) * DAY };

/** Shorter than any time that a zone kept one offset (Gaza, 2040: 6 days; before that 8 days). */
const STEPS: [until: EpochMs, step: number][] = [
  [dayNumber(2038, 1, 1) * DAY, 7 * DAY],
  [WIDE_SPAN.end, 5 * DAY],
];

let properNames: Map<string, string> | undefined;

function namesByLowerCase(): Map<string, string> {
  if (properNames) return properNames;
  properNames = new Map([
    ['utc', 'UTC'],
    ['gmt', 'GMT'],
  ]);
  const listed = tzlib_get_timezones();
  for (const name of [...(Array.isArray(listed) ? listed : []), ...Intl.supportedValuesOf('timeZone')]) {
    properNames.set(name.toLowerCase(), name);
  }
  return properNames;
}

const names = new Map<string, string | null>();

/**
 * The IANA name in its usual spelling for a name in any case, aliases kept (`us/eastern` → `US/Eastern`); `null` if
 * this runtime knows no such zone.
 */
export function ianaName(name: string): string | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  const found = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name) ? lookUp(name) : null;
  if (names.size > 5000) names.clear();
  names.set(name, found);
  return found;
}

function lookUp(name: string): string | null {
  const formatter = formatterFor(name);
  if (!formatter) return null;
  return namesByLowerCase().get(name.toLowerCase()) ?? formatter.resolvedOptions().timeZone;
}

function formatterFor(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** Whether `tzid` is an IANA zone known to this runtime, in any case; aliases count, offsets do not. */
export const isTimeZone = (tzid: string): boolean => ianaName(tzid) !== null;

const OFFSET = /GMT(?:([+\-\u2212])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** The limit of ECMAScript's time values, in either direction. */
const LAST = 8.64e15;

function intlOffset(formatter: Intl.DateTimeFormat, ms: EpochMs): number {
  const m = OFFSET.exec(formatter.format(Math.max(-LAST, Math.min(LAST, ms))));
  if (!m?.[1]) return 0;
  return (m[1] === '+' ? 1 : -1) * (+m[2]! * 3600 + +m[3]! * 60 + +(m[4] ?? 0));
}

/** Zones that have only ever had one offset. */
const FIXED = /^(Etc\/.*|UTC|GMT|GMT[+-]?0|UCT|Zulu|Universal|Greenwich)$/;

const usualTables = new Map<string, ZoneTable>();
const wideTables = new Map<string, ZoneTable>();

/** The transition table of an IANA zone, 1970 to 2050, built at first use; `null` for an unknown name. */
export function ianaTable(tzid: string): ZoneTable | null {
  const known = usualTables.get(tzid);
  if (known) return known;
  const name = ianaName(tzid);
  if (name === null) return null;
  let table = usualTables.get(name);
  if (!table) {
    table = buildTable(name, DEFAULT_SPAN, (ms) => tableOffsetAt(wideTable(name), ms));
    usualTables.set(name, table);
  }
  if (usualTables.size < 5000) usualTables.set(tzid, table);
  return table;
}

/** The transition table of an IANA zone, 1900 to 2099. Throws RangeError for an unknown name. */
export function wideTable(tzid: string): ZoneTable {
  const name = ianaName(tzid);
  if (name === null) throw new RangeError(`unknown time zone: ${tzid}`);
  let table = wideTables.get(name);
  if (!table) {
    const formatter = formatterFor(name)!;
    table = buildTable(name, WIDE_SPAN, (ms) => intlOffset(formatter, ms));
    wideTables.set(name, table);
  }
  return table;
}

function buildTable(name: string, span: Period, outside: (ms: EpochMs) => number): ZoneTable {
  const formatter = formatterFor(name)!;
  const offsetAt = (ms: EpochMs) => intlOffset(formatter, ms);
  if (FIXED.test(name)) return zoneTable(offsetAt(span.start), []);
  const initial = offsetAt(span.start);
  const transitions: [EpochMs, number][] = [];
  let low = span.start;
  let before = initial;
  for (const [until, step] of STEPS) {
    while (low < Math.min(until, span.end)) {
      const high = Math.min(low + step, until, span.end);
      const after = offsetAt(high);
      if (after !== before) transitions.push([bisect(offsetAt, { low, high }, before), after]);
      low = high;
      before = after;
    }
  }
  const table = zoneTable(initial, transitions);
  table.outside = { from: span.start, to: span.end, offsetAt: outside };
  return table;
}

/** The first second in (low, high] whose offset is not `before`. */
function bisect(offsetAt: (ms: EpochMs) => number, span: { low: EpochMs; high: EpochMs }, before: number): EpochMs {
  let { low, high } = span;
  while (high - low > SECOND) {
    const mid = low + Math.floor((high - low) / 2 / SECOND) * SECOND;
    if (offsetAt(mid) === before) low = mid;
    else high = mid;
  }
  return high;
}
