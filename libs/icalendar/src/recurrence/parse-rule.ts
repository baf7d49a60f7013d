import { DAY, HOUR, MINUTE, SECOND, dayNumber } from '../time/civil.js';
import { isRealDay } from '../time/dates.js';
import { BoundedCache } from '../text/bounded-cache.js';
import { FREQUENCIES, Frequency, Rule, RuleRefusal, Until } from './rule.js';

export type ParsedRule = { rule: Rule } | { refusal: RuleRefusal };

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const parsed = new BoundedCache<ParsedRule>(1_000_000);

/**
 * Parses an RRULE value (RFC 5545 §3.3.10), without the property name. A rule that violates the grammar or its bounds
 * is refused; so is one in another calendar (RSCALE, RFC 7529), except GREGORIAN without SKIP.
 */
export function parseRule(text: string): ParsedRule {
  const known = parsed.get(text);
  if (known) return known;
  const result = text.length > 20_000 ? malformed : read(text);
  parsed.set(text, result);
  return result;
}

const malformed: ParsedRule = { refusal: 'malformed-rule' };

function read(text: string): ParsedRule {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    if (part === '') continue;
    const eq = part.indexOf('=');
    const name = part.slice(0, eq).trim().toUpperCase();
    if (eq < 1 || parts.has(name)) return malformed;
    parts.set(
      name,
      part
        .slice(eq + 1)
        .trim()
        .toUpperCase(),
    );
  }
  const rscale = parts.get('RSCALE');
  const skip = parts.get('SKIP');
  if ((rscale !== undefined && rscale !== 'GREGORIAN') || (skip !== undefined && skip !== 'OMIT')) {
    return { refusal: 'unsupported-rscale' };
  }
  const rule = build(parts);
  return rule ? { rule } : malformed;
}

/** Lower and upper bound of each list; whether the values may be negative (and are then never zero). */
const LISTS: [part: string, key: keyof Rule, min: number, max: number, signed: boolean][] = [
  ['BYSECOND', 'bySecond', 0, 60, false],
  ['BYMINUTE', 'byMinute', 0, 59, false],
  ['BYHOUR', 'byHour', 0, 23, false],
  ['BYMONTHDAY', 'byMonthDay', 1, 31, true],
  ['BYYEARDAY', 'byYearDay', 1, 366, true],
  ['BYWEEKNO', 'byWeekNo', 1, 53, true],
  ['BYMONTH', 'byMonth', 1, 12, false],
  ['BYSETPOS', 'bySetPos', 1, 366, true],
];

const PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'RSCALE',
  'SKIP',
  ...LISTS.map(([p]) => p),
]);

function build(parts: Map<string, string>): Rule | null {
  for (const name of parts.keys()) if (!PARTS.has(name) && !name.startsWith('X-')) return null;
  const freq = parts.get('FREQ') as Frequency | undefined;
  if (!freq || !FREQUENCIES.includes(freq)) return null;
  const interval = positive(parts.get('INTERVAL') ?? '1');
  const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO');
  if (interval === null || weekStart < 0) return null;
  const rule: Rule = { freq, interval, weekStart };
  return setEnd(rule, parts) && setLists(rule, parts) && setDays(rule, parts.get('BYDAY')) ? rule : null;
}

function setEnd(rule: Rule, parts: Map<string, string>): boolean {
  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  // Confluence writes COUNT=-1 for a series without end
  if (count !== undefined && !/^-\d{1,10}$/.test(count)) {
    const n = positive(count);
    if (n === null) return false;
    rule.count = n;
  }
  if (until !== undefined) {
    const end = readUntil(until);
    if (!end) return false;
    rule.until = end;
  }
  return true;
}

function positive(text: string): number | null {
  return /^\+?\d{1,10}$/.test(text) && +text > 0 ? +text : null;
}

function readUntil(text: string): Until | null {
  const m = /^(\d{4})-?(\d{2})-?(\d{2})(?:Z|T(\d{2}):?(\d{2}):?(\d{2})(Z?))?$/.exec(text);
  if (!m || !isRealDay(+m[1]!, +m[2]!, +m[3]!)) return null;
  const day = dayNumber(+m[1]!, +m[2]!, +m[3]!) * DAY;
  if (m[4] === undefined) return { kind: 'date', wall: day };
  if (+m[4] > 24 || +m[5]! > 59 || +m[6]! > 60) return null;
  const wall = day + +m[4] * HOUR + +m[5]! * MINUTE + Math.min(59, +m[6]!) * SECOND;
  return { kind: m[7] === 'Z' ? 'utc' : 'local', wall };
}

function setLists(rule: Rule, parts: Map<string, string>): boolean {
  for (const [part, key, min, max, signed] of LISTS) {
    const text = parts.get(part);
    if (text === undefined) continue;
    const values: number[] = [];
    for (const item of text.split(',')) {
      const m = /^([+-]?)(\d{1,3})$/.exec(item.trim());
      if (!m || (m[1] === '-' && !signed) || +m[2]! < min || +m[2]! > max) return false;
      values.push(m[1] === '-' ? -+m[2]! : +m[2]!);
    }
    const sorted = [...new Set(values)].sort((a, b) => a - b);
    Object.assign(rule, { [key]: sorted });
  }
  return true;
}

function setDays(rule: Rule, text: string | undefined): boolean {
  if (text === undefined) return true;
  rule.byDay = [];
  for (const item of text.split(',')) {
    const m = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(item.trim());
    const n = m?.[1] === undefined ? 0 : +m[1];
    if (!m || Math.abs(n) > 53 || (m[1] !== undefined && n === 0)) return false;
    rule.byDay.push({ weekday: WEEKDAYS.indexOf(m[2]!), n });
  }
  return true;
}
