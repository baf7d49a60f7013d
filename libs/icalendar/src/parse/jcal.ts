import ICAL from 'ical.js';
import type { Truncated } from '../model.js';
import { hasTooManyParams, lineName, quoteTzid, unfold } from '../text/content-lines.js';
import { boundText } from './bound-text.js';

/** RFC 7265. Values of RRULE remain as written. */
export type JCalProperty = [
  name: string,
  params: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];
export type JCalComponent = [name: string, properties: JCalProperty[], components: JCalComponent[]];

export type ParseRefusal = 'too-large' | 'too-deep' | 'malformed' | 'no-event';

type ReadCalendar =
  | { ok: true; calendars: JCalComponent[]; timezones: string[]; repaired: boolean; truncated: Set<Truncated> }
  | { ok: false; reason: ParseRefusal };

/** Limits of one calendar object: size in UTF-16 units, and nesting depth of components. */
const MAX_TEXT = 5_000_000;
const MAX_DEPTH = 10;

/**
 * Parses a text into jCal. VTIMEZONE blocks are cut out and returned as text: a collection's objects all contain the
 * same few, so each text is interpreted only once. Unparseable lines are dropped, and what exceeds the bounds of an
 * object (`truncated`).
 */
export function readCalendar(written: string): ReadCalendar {
  if (written.length > MAX_TEXT) return { ok: false, reason: 'too-large' };
  if (depthOf(written) > MAX_DEPTH) return { ok: false, reason: 'too-deep' };
  const { text, truncated } = boundText(written);
  const { rest, timezones } = cutTimezones(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const strict = MISREAD.test(rest) || hasHugeHeader(rest) ? null : tryParse(rest);
  const completed = strict ? null : balanced(readableLines(rest));
  const root = strict ?? tryParse(completed!.lines.join('\r\n'));
  if (!root) return { ok: false, reason: 'malformed' };
  const calendars = (typeof root[0] === 'string' ? [root] : root) as JCalComponent[];
  return {
    ok: true,
    calendars: calendars.filter((c) => Array.isArray(c) && typeof c[0] === 'string'),
    timezones,
    repaired: completed?.repaired ?? false,
    truncated,
  };
}

/**
 * Input that ical.js silently misreads: blanks after a component's name, an unquoted TZID with a colon, and lines that
 * end in CR CR LF.
 */
const MISREAD = /^(?:BEGIN|END):[A-Z-]+[ \t]|;TZID=[^":\r\n]{1,100}:[^"\r\n]{0,100}?:\d{8}|\r\r\n/im;

/** A line whose parameters would take ical.js minutes. Checked only if a text is long enough to contain one. */
const hasHugeHeader = (text: string): boolean => text.length > 20_000 && unfold(text).some(hasTooManyParams);

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const m of text.matchAll(/^(?:(BEGIN)|END):/gim)) {
    depth += m[1] ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function cutTimezones(text: string): { rest: string; timezones: string[] } {
  const timezones: string[] = [];
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const begin = text.indexOf('\nBEGIN:VTIMEZONE', at);
    const end = begin < 0 ? -1 : text.indexOf('\nEND:VTIMEZONE', begin);
    if (end < 0) break;
    kept.push(text.slice(at, begin));
    at = end + '\nEND:VTIMEZONE'.length;
    timezones.push(text.slice(begin + 1, at));
  }
  if (timezones.length === 0) return { rest: text, timezones };
  return { rest: kept.join('') + text.slice(at), timezones };
}

/** `null` if ical.js throws. RRULE values remain as written, so that parts unknown to it are kept. */
const tryParse = (text: string): unknown[] | null => withRawRules(() => ICAL.parse(text) as unknown[]);

function withRawRules<Result>(read: () => Result): Result | null {
  const values: Record<string, { fromICAL?: (value: string) => unknown }> = ICAL.design.icalendar.value;
  const recur = values['recur']!;
  const { fromICAL } = recur;
  recur.fromICAL = (value) => value;
  try {
    return read();
  } catch {
    return null;
  } finally {
    recur.fromICAL = fromICAL!;
  }
}

function readableLines(text: string): string[] {
  return unfold(text).flatMap((written) => {
    const name = lineName(written);
    if (name === 'BEGIN' || name === 'END') return written.includes(':') ? [written.trim()] : [];
    const line = quoteTzid(written);
    return !hasTooManyParams(line) && isReadable(name, line) ? [line] : [];
  });
}

function isReadable(name: string, line: string): boolean {
  return /^[A-Z0-9-]+$/.test(name) && withRawRules(() => ICAL.parse.property(line) as unknown) != null;
}

/**
 * The lines with every component closed in order: a missing END is added, one without a BEGIN dropped, and so are
 * properties outside any component, such as those after END:VCALENDAR.
 */
function balanced(lines: readonly string[]): { lines: string[]; repaired: boolean } {
  const out: string[] = [];
  const open: string[] = [];
  let repaired = false;
  const close = (to: number, expected = to) => {
    repaired ||= open.length > expected;
    while (open.length > to) out.push(`END:${open.pop()!}`);
  };
  for (const line of lines) {
    const name = lineName(line);
    const component = line.slice(line.indexOf(':') + 1).toUpperCase();
    if (name === 'BEGIN') {
      if (component === 'VCALENDAR') close(0);
      if (component === 'VEVENT' && open.includes('VEVENT')) close(open.indexOf('VEVENT'));
      open.push(component);
      out.push(`BEGIN:${component}`);
    } else if (name === 'END') {
      const at = open.lastIndexOf(component);
      if (at >= 0) close(at, at + 1);
      else repaired = true;
    } else if (open.length > 0) out.push(line);
  }
  close(0);
  return { lines: out, repaired };
}

export const propertiesOf = (component: JCalComponent, name: string): JCalProperty[] =>
  component[1].filter((property) => property[0] === name);

export const propertyOf = (component: JCalComponent, name: string): JCalProperty | undefined =>
  component[1].find((property) => property[0] === name);

/** The first value as text; `undefined` if the property is absent or empty. */
export function textOf(component: JCalComponent, name: string): string | undefined {
  const value = propertyOf(component, name)?.[3];
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : String(value);
  return text === '' ? undefined : text;
}

export function paramText(property: JCalProperty, name: string): string | undefined {
  const value = property[1][name];
  return Array.isArray(value) ? value[0] : value;
}
