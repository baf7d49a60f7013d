import { EmbeddedZone, EpochMs, Period } from '../model.js';
import { DAY, HOUR, SECOND, dayNumber } from '../time/civil.js';
import { parseRule } from '../recurrence/parse-rule.js';
import { boundPlan, ruleStarts } from '../recurrence/rule-starts.js';
import { Budget, newBudget } from '../recurrence/search.js';
import { BoundedCache } from '../text/bounded-cache.js';
import { ContentLine, paramOf, parseLine, unfold } from '../text/content-lines.js';
import { wallOfTime } from '../zones/event-time.js';
import { ianaTable } from '../zones/iana.js';
import { knownZone, resolveTimeZone } from '../zones/resolve.js';
import { statedOffset } from '../zones/stated-offset.js';
import { ZoneTable, tableOffsetAt, zoneTable } from '../zones/table.js';
import { eventTime } from './values.js';

/** The definition in a VTIMEZONE (RFC 5545 §3.6.5), and where it differs from the IANA zone of its name. */
export interface ZoneDefinition {
  tzid: string;
  zone: EmbeddedZone;
  table: ZoneTable;
  iana: string | null;
  /** Whether the TZID itself is a known name, which then wins over the definition. */
  named: boolean;
  contradictions: Period[];
  /** Number of its onsets. */
  onsets: number;
  /** Whether it has no more of them than are read. */
  isWhole: boolean;
}

/** Maximum that is read of time zones: onsets of one zone, onsets and zones of one object, text of one zone. */
export const zoneBounds = { onsets: 2_000, onsetsOfObject: 5_000, zones: 50, text: 200_000 };

/** The years over which definitions are compared, and evaluated where no event is older. */
const FROM = dayNumber(1970, 1, 1) * DAY;
/** Since then clocks have been changed in summer. */
const EARLIEST = dayNumber(1916, 1, 1) * DAY;
const TO = dayNumber(2100, 1, 1) * DAY;
/** The last year for which IANA zones are listed, and so compared. */
const COMPARED_TO = dayNumber(2050, 1, 1) * DAY;
/** Definitions that list their changes one by one end at about this year. */
export const COMPARED_UNTIL: EpochMs = dayNumber(2037, 10, 1) * DAY;

const definitions = new BoundedCache<ZoneDefinition | null>(1_000_000);

/**
 * The definitions in an object's VTIMEZONEs by TZID, the last of each, and whether all of them were read. `isEarly`: the object has times
 * before 1970.
 */
export function definitionsOf(
  texts: readonly string[],
  isEarly = false,
): {
  definitions: Map<string, ZoneDefinition>;
  isWhole: boolean;
} {
  const found = new Map<string, ZoneDefinition>();
  let isWhole = true;
  let onsets = 0;
  for (const text of new Set(texts)) {
    if (onsets > zoneBounds.onsetsOfObject || found.size >= zoneBounds.zones)
      return { definitions: found, isWhole: false };
    const definition = definitionOf(text, isEarly);
    if (!definition) continue;
    onsets += definition.onsets;
    isWhole &&= definition.isWhole;
    found.set(definition.tzid, definition);
  }
  return { definitions: found, isWhole };
}

/** The definition in a VTIMEZONE text; `null` if it has no TZID or no readable offset. Cached. */
export function definitionOf(text: string, isEarly = false): ZoneDefinition | null {
  const key = isEarly ? `early ${text}` : text;
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const definition = read(text, isEarly ? EARLIEST : FROM);
  definitions.set(key, definition);
  return definition;
}

function read(text: string, since: EpochMs): ZoneDefinition | null {
  const lines = unfold(text.slice(0, zoneBounds.text)).flatMap((line) => parseLine(line) ?? []);
  const tzid = plainTzid(lines.find((line) => line.name === 'TZID')?.value ?? '');
  const budget = newBudget();
  const { zone, onsets, isWhole } = zoneOf(observancesOf(lines), { since, budget });
  if (tzid === '' || !zone) return null;
  const location = lines.find((line) => line.name === 'X-LIC-LOCATION')?.value;
  const named = knownZone(tzid);
  const iana = named ?? (location === undefined ? null : knownZone(location));
  const table = zoneTable(zone.initial, zone.transitions);
  return {
    tzid,
    zone,
    table,
    iana,
    named: named !== null,
    contradictions: iana === null ? [] : differences(table, ianaTable(iana)!),
    onsets,
    isWhole: isWhole && text.length <= zoneBounds.text,
  };
}

/** A TZID without the quotes that some clients leave around it, and without TEXT escapes (which servers add). */
export const plainTzid = (tzid: string): string =>
  tzid
    .trim()
    .replace(/^"{1,9}|"{1,9}$/g, '')
    .replace(/\\([,;\\])/g, '$1')
    .trim();

/** The zone of a TZID that only states an offset which no IANA zone has permanently, such as `GMT+05:30`. */
export function fixedDefinition(tzid: string): ZoneDefinition | null {
  const initial = resolveTimeZone(tzid) === null ? statedOffset(tzid) : null;
  if (initial === null) return null;
  const zone: EmbeddedZone = { initial, transitions: [] };
  const table = zoneTable(initial, []);
  return { tzid, zone, table, iana: null, named: false, contradictions: [], onsets: 0, isWhole: true };
}

function observancesOf(lines: ContentLine[]): ContentLine[][] {
  const out: ContentLine[][] = [];
  let current: ContentLine[] | null = null;
  for (const line of lines) {
    const observance = /^(STANDARD|DAYLIGHT)$/i.test(line.value);
    if (line.name === 'BEGIN' && observance) current = [];
    else if (line.name === 'END' && observance && current) {
      out.push(current);
      current = null;
    } else current?.push(line);
  }
  return out;
}

/** From when on rules are evaluated, and what that may cost. */
interface Evaluation {
  since: EpochMs;
  budget: Budget;
}

/** A zone from its observances, as far as its bounds reach; null without a readable one. */
function zoneOf(
  observances: ContentLine[][],
  evaluation: Evaluation,
): { zone: EmbeddedZone | null; onsets: number; isWhole: boolean } {
  const onsets: { at: EpochMs; from: number; to: number }[] = [];
  let isWhole = true;
  for (const lines of observances) {
    const room = zoneBounds.onsets - onsets.length;
    isWhole &&= room > 0 && evaluation.budget.remaining >= 0;
    if (!isWhole) break;
    const from = offset(lines.find((line) => line.name === 'TZOFFSETFROM')?.value);
    const to = offset(lines.find((line) => line.name === 'TZOFFSETTO')?.value);
    if (from === null || to === null) continue;
    const found = onsetsOf(lines, from, evaluation);
    isWhole = found.length <= room;
    for (const wall of found.slice(0, room)) onsets.push({ at: wall - from * SECOND, from, to });
  }
  onsets.sort((a, b) => a.at - b.at);
  if (onsets.length === 0) return { zone: null, onsets: 0, isWhole };
  const transitions: [EpochMs, number][] = [];
  let before = onsets[0]!.from;
  for (const onset of onsets) {
    if (onset.to !== before) transitions.push([onset.at, onset.to]);
    before = onset.to;
  }
  return { zone: { initial: onsets[0]!.from, transitions }, onsets: onsets.length, isWhole };
}

/** Wall clock readings, in the previous offset, at which an observance begins; from shortly before `since` on. */
function onsetsOf(lines: ContentLine[], from: number, { since, budget }: Evaluation): number[] {
  const start = eventTime(lines.find((line) => line.name === 'DTSTART')?.value.trim(), undefined, () => null);
  if (!start) return [];
  const onsets = [wallOfTime(start)];
  for (const line of lines) {
    if (line.name === 'RDATE') {
      const isPeriod = paramOf(line, 'VALUE') === 'PERIOD';
      for (const value of line.value.split(',', zoneBounds.onsets + 1)) {
        const time = eventTime((isPeriod ? value.split('/')[0]! : value).trim(), undefined, () => null);
        if (time) onsets.push(wallOfTime(time));
      }
    }
    const parsed = line.name === 'RRULE' ? parseRule(line.value) : null;
    if (parsed && 'rule' in parsed) {
      const plan = boundPlan(parsed.rule, { wall: onsets[0]!, allDay: false, table: zoneTable(from, []) }, budget);
      onsets.push(...ruleStarts(plan, { from: since - 800 * DAY, to: TO, limit: 500, budget }));
    }
  }
  return onsets;
}

function offset(value: string | undefined): number | null {
  const m = /^([+-]?)(\d{2})(\d{2})(\d{2})?$/.exec(value?.trim() ?? '');
  return m ? (m[1] === '-' ? -1 : 1) * (+m[2]! * 3600 + +m[3]! * 60 + +(m[4] ?? 0)) : null;
}

/** Spans, 1970 to 2050, in which two zones differ. Spans shorter than 4 hours result from a rounded hour of change. */
function differences(a: ZoneTable, b: ZoneTable): Period[] {
  const points = [FROM, ...a.at, ...b.at].filter((ms) => ms >= FROM && ms < COMPARED_TO).sort((x, y) => x - y);
  const out: Period[] = [];
  for (const [i, start] of points.entries()) {
    if (tableOffsetAt(a, start) === tableOffsetAt(b, start)) continue;
    const end = points[i + 1] ?? COMPARED_TO;
    if (out.at(-1)?.end === start) out.at(-1)!.end = end;
    else out.push({ start, end });
  }
  return out.filter((span) => span.end - span.start > 4 * HOUR);
}

/** The part of a definition that matters within a span. */
export function clipZone(definition: ZoneDefinition, span: Period): EmbeddedZone {
  const { zone, table } = definition;
  const start = span.start - 366 * DAY;
  const end = span.end + 366 * DAY;
  return {
    initial: tableOffsetAt(table, start),
    transitions: zone.transitions.filter(([at]) => at > start && at <= end),
  };
}
