import type { EventTime, Recurrence } from '../model.js';
import { parseRule } from '../recurrence/parse-rule.js';
import type { Rule } from '../recurrence/rule.js';
import { addDays, weekday } from '../time/dates.js';
import { toIso } from '../time/instants.js';
import { toLocal } from '../zones/convert.js';
import { isAllDay } from '../zones/event-time.js';
import { matches } from './matches.js';
import {
  dayNames,
  indexOf,
  isDaySet,
  longest,
  refused,
  type GraphRecurrence,
  type Mapped,
  type RecurrencePattern,
  type RecurrenceRange,
} from './pattern.js';

/** Outlook expands no more occurrences of a series. */
const maxOccurrences = 999;
const maxInterval = 999;

const dateOf = (start: EventTime): string => (isAllDay(start) ? start.date : start.local.slice(0, 10));
const namesOf = (days: readonly number[]) => [...new Set(days)].sort().map((day) => dayNames[day]!);
const everyDay = [0, 1, 2, 3, 4, 5, 6];

const unknown = (part: string) => refused(`Outlook has no recurrence with ${part}.`);
const shortMonths = () =>
  refused('Outlook moves days 29, 30 and 31 of shorter months to their last day instead of leaving them out.');

type Pattern = Mapped<RecurrencePattern>;
const pattern = (value: RecurrencePattern): Pattern => ({ ok: true, value });

/** Parts that no pattern of Outlook has. */
function unsupported(rule: Rule): string | undefined {
  if (['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq)) return `a frequency of ${rule.freq}`;
  if (rule.byHour ?? rule.byMinute ?? rule.bySecond) return 'BYHOUR, BYMINUTE or BYSECOND';
  if (rule.byYearDay) return 'BYYEARDAY';
  if (rule.byWeekNo) return 'BYWEEKNO';
  if (rule.interval > maxInterval) return `an interval above ${maxInterval}`;
  return undefined;
}

const weekly = ({ interval, weekStart }: Rule, days: readonly number[]): Pattern =>
  pattern({ type: 'weekly', interval, daysOfWeek: namesOf(days), firstDayOfWeek: dayNames[weekStart]! });

function ofDays({ byDay, ...rule }: Rule): Pattern {
  if (rule.byMonth ?? rule.byMonthDay ?? rule.bySetPos) return unknown('limits by month or position in a daily rule');
  if (!byDay) return pattern({ type: 'daily', interval: rule.interval });
  if (byDay.some(({ n }) => n !== 0)) return unknown('numbered weekdays in a daily rule');
  if (rule.interval > 1) return unknown('weekdays in a rule of every few days');
  const days = byDay.map(({ weekday: day }) => day);
  return weekly(rule, days);
}

function ofWeeks(rule: Rule, start: string): Pattern {
  if (rule.byMonth ?? rule.byMonthDay ?? rule.bySetPos) return unknown('limits by month or position in a weekly rule');
  if (rule.byDay?.some(({ n }) => n !== 0)) return unknown('numbered weekdays in a weekly rule');
  return weekly(rule, rule.byDay?.map(({ weekday: day }) => day) ?? [weekday(start)]);
}

/** The weekdays of a rule and which of them in a month is meant; a text: why Outlook cannot express it. */
function placeOf({ byDay = [], bySetPos }: Rule): { days: number[]; position: number } | string {
  const days = byDay.map(({ weekday: day }) => day);
  const [first] = byDay;
  if (bySetPos && bySetPos.length > 1) return 'several values in BYSETPOS';
  if (byDay.length === 1 && first!.n !== 0) {
    return bySetPos && Math.abs(bySetPos[0]!) !== 1
      ? 'BYSETPOS beside a numbered weekday'
      : { days, position: first!.n };
  }
  if (byDay.some(({ n }) => n !== 0)) return 'several numbered weekdays';
  if (!bySetPos) return 'a weekday in each week of a month';
  if (new Set(days).size > 1 && !isDaySet(days)) return 'BYSETPOS among other days than all, working days or weekends';
  return { days, position: bySetPos[0]! };
}

type Relative = { type: 'relativeMonthly' } | { type: 'relativeYearly'; month: number };

function relative(rule: Rule, kind: Relative): Pattern {
  const place = placeOf(rule);
  if (typeof place === 'string') return unknown(place);
  const index = indexOf(place.position);
  if (!index) return unknown('another position in a month than first to fourth, or last');
  return pattern({ ...kind, interval: rule.interval, daysOfWeek: namesOf(place.days), index });
}

/** The last of the days 28 to `to` that a month has is what Outlook calls day `to`. */
function clipped({ byMonthDay = [], bySetPos }: Rule): number | undefined {
  const to = 27 + byMonthDay.length;
  const isRun = byMonthDay.length > 1 && to <= 31 && byMonthDay.every((day, index) => day === 28 + index);
  return isRun && bySetPos?.length === 1 && bySetPos[0] === -1 ? to : undefined;
}

type Absolute = { type: 'absoluteMonthly' } | { type: 'absoluteYearly'; month: number };

/** The pattern of a day of a month; `most`: the days that the shortest of its months has. */
function absolute(rule: Rule, kind: Absolute, { start, most }: { start: string; most: number }): Pattern {
  const clip = clipped(rule);
  if (clip !== undefined) return pattern({ ...kind, interval: rule.interval, dayOfMonth: clip });
  const days = rule.byMonthDay ?? [Number(start.slice(8))];
  if (days.length > 1) return unknown('several days of a month');
  if (rule.bySetPos && (rule.bySetPos.length > 1 || Math.abs(rule.bySetPos[0]!) !== 1)) return unknown('this BYSETPOS');
  const day = days[0]!;
  if (day === -1) {
    const place = { ...rule, byDay: everyDay.map((one) => ({ weekday: one, n: 0 })), bySetPos: [-1] };
    return relative(place, 'month' in kind ? { ...kind, type: 'relativeYearly' } : { type: 'relativeMonthly' });
  }
  if (day < 0) return unknown('days counted from the end of a month, except the last');
  if (day > most) return shortMonths();
  return pattern({ ...kind, interval: rule.interval, dayOfMonth: day });
}

function ofMonths(rule: Rule, start: string): Pattern {
  if (rule.byMonth) return unknown('limits by month in a monthly rule');
  if (rule.byDay && rule.byMonthDay) return unknown('weekdays and days of a month together');
  if (rule.byDay) return relative(rule, { type: 'relativeMonthly' });
  return absolute(rule, { type: 'absoluteMonthly' }, { start, most: 28 });
}

function ofYears(rule: Rule, start: string): Pattern {
  if (rule.byDay && rule.byMonthDay) return unknown('weekdays and days of a month together');
  if (rule.byMonth && rule.byMonth.length > 1) return unknown('several months');
  if (!rule.byMonth && (rule.byDay ?? rule.byMonthDay)) return unknown('a yearly rule without its month');
  const month = rule.byMonth?.[0] ?? Number(start.slice(5, 7));
  if (rule.byDay) return relative(rule, { type: 'relativeYearly', month });
  const most = month === 2 ? 28 : longest(month);
  return absolute(rule, { type: 'absoluteYearly', month }, { start, most });
}

const byFrequency: Partial<Record<Rule['freq'], (rule: Rule, start: string) => Pattern>> = {
  DAILY: ofDays,
  WEEKLY: ofWeeks,
  MONTHLY: ofMonths,
  YEARLY: ofYears,
};

/** The last day on which an occurrence may start. */
function lastDay({ kind, wall }: NonNullable<Rule['until']>, start: EventTime): string {
  const zone = isAllDay(start) ? 'Etc/UTC' : (start.tzid ?? 'Etc/UTC');
  const local = kind === 'utc' ? toLocal(zone, wall) : toIso(wall).slice(0, 19);
  const day = local.slice(0, 10);
  if (isAllDay(start) || kind === 'date') return day;
  return local.slice(11) >= start.local.slice(11) ? day : addDays(day, -1);
}

function rangeOf({ count, until }: Rule, start: EventTime): Mapped<RecurrenceRange> {
  const startDate = dateOf(start);
  if (count !== undefined && until) return unknown('both COUNT and UNTIL');
  if (count !== undefined) {
    if (count > maxOccurrences) return unknown(`more than ${maxOccurrences} occurrences`);
    return { ok: true, value: { type: 'numbered', startDate, numberOfOccurrences: count } };
  }
  if (!until) return { ok: true, value: { type: 'noEnd', startDate } };
  const endDate = lastDay(until, start);
  if (endDate < startDate) return refused('The recurrence ends before it begins.');
  return { ok: true, value: { type: 'endDate', startDate, endDate } };
}

/**
 * Graph's recurrence (graph/api/resources/patternedrecurrence) with exactly the occurrences of an iCalendar one (RFC
 * 5545 §3.8.5) that begins at `start`, EXDATEs aside; refused if there is none.
 */
export function graphRecurrence(
  { rrules, exrules = [], rdates }: Recurrence,
  start: EventTime,
): Mapped<GraphRecurrence> {
  if (rdates.length > 0) return unknown('additional dates (RDATE)');
  if (exrules.length > 0) return unknown('excluding rules (EXRULE)');
  if (rrules.length !== 1) return unknown('several rules');
  const parsed = parseRule(rrules[0]!);
  if (!('rule' in parsed)) return refused('The recurrence rule is malformed.');
  const part = unsupported(parsed.rule);
  if (part) return unknown(part);
  const found = byFrequency[parsed.rule.freq]!(parsed.rule, dateOf(start));
  if (!found.ok) return found;
  const range = rangeOf(parsed.rule, start);
  if (!range.ok) return range;
  if (!matches(found.value, dateOf(start)))
    return refused('Outlook begins a series at its first occurrence, and this start is none.');
  return { ok: true, value: { pattern: found.value, range: range.value } };
}
